// Exports of Coinbase, row by row as activities: a coin paid with a coin is sold for it. The people and their rows are made up.
import { expect, test } from 'vitest'
import { describeActivity, describedExport, readBytes, textOf } from './export-files.ts'

const EXPORTS = [
  {
    file: 'coinbase.csv',
    says: 'Coinbase, EUR, 15 rows',
    accountLabel: undefined,
    skipped: [
      { kind: 'Convert', rows: 1 },
      { kind: 'Retail Staking Transfer', rows: 1 },
    ],
    activities: [
      '2025-03-01 deposit, 1000 EUR',
      '2025-03-03 buy BTC-USD 0.005 @ 80000, -406 EUR (fee 6)',
      '2025-03-04 buy ETH-USD 0.2 @ 2000, -405 EUR (fee 5)',
      '2025-03-05 buy USDC-USD 108 @ 0.92, -100 EUR (fee 0.64)',
      '2025-03-06 dividend ETH-USD 0.000037835729, 0 EUR',
      '2025-03-07 transfer ZETACHAIN-USD 2 @ 0.5, 0 EUR',
      '2025-03-08 buy SOL-USD 0.5 @ 92.56, -46.28 EUR',
      '2025-03-08 sell USDC-USD -50.3 @ 0.9200795229, 46.28 EUR',
      '2025-03-09 sell BTC-USD -0.001 @ 80000, 79.5 EUR (fee 0.5)',
      '2025-03-10 buy ETH-USD 0.02 @ 2300, -46 EUR',
      '2025-03-10 sell USDC-USD -50 @ 0.92, 46 EUR',
      '2025-03-17 transfer BTC-USD -0.0005, 0 EUR',
      '2025-03-18 transfer ETH-USD -0.18, 0 EUR',
      '2025-03-18 transfer ETH-USD 0.18 @ 2000, 0 EUR',
      '2025-03-20 withdrawal, -100 EUR',
    ],
  },
  {
    file: 'coinbase-fills.csv',
    says: 'Coinbase, USD, 4 rows',
    accountLabel: undefined,
    skipped: [],
    activities: [
      '2025-01-05 buy BTC-USD 0.01 @ 90000, -905.4 USD (fee 5.4)',
      '2025-01-06 sell USDC-USD -301.8 @ 1, 301.8 USD',
      '2025-01-06 buy ETH-USD 0.1 @ 3018, -301.8 USD',
      '2025-01-07 transfer ETH-USD -0.05, 0 USD',
      '2025-01-07 transfer BTC-USD 0.00164, 0 USD',
      '2025-02-05 sell BTC-USD -0.002 @ 95000, 188.86 USD (fee 1.14)',
    ],
  },
]

test.each(EXPORTS)('$file', async ({ file, ...expected }) => {
  expect(await describedExport(file)).toEqual({ issues: [], ...expected })
})

const report = (row: string) =>
  textOf('coinbase.csv').replace(/(Fees and\/or Spread,Notes\n)[^]*/, `$1${row}\n`)

test.each([
  [
    'a conversion whose note is missing',
    'x,2025-03-10 10:00:00 UTC,Convert,USDC,-50,EUR,€0.92,€46.00,€46.00,,',
    /doesn’t say which coin/,
  ],
  [
    'a conversion whose note has no number',
    'x,2025-03-10 10:00:00 UTC,Convert,USDC,-50,EUR,€0.92,€46.00,€46.00,,"Converted 1.2.3,4 USDC to 0.02 ETH"',
    /isn’t a number/,
  ],
  [
    'an unknown word',
    'x,2025-03-10 10:00:00 UTC,Wrap Asset,ETH,-0.02,EUR,€2000,€40,€40,€0,',
    /^What “Wrap Asset” means isn’t known\.$/,
  ],
])('%s is an issue', async (_, row, reason) => {
  const { issues, activities } = await readBytes(report(row))
  expect(activities).toEqual([])
  expect(issues.map((issue) => issue.reason)).toEqual([expect.stringMatching(reason)])
})

test('a report without ids and with spot prices, as until 2023, is read', async () => {
  const read = await readBytes(
    [
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      '2023-07-14T10:40:14Z,Buy,BTC,0.001,USD,30000,30.00,30.99,0.99,Bought 0.001 BTC for $30.99 USD',
      '2023-07-15T10:40:14Z,Rewards Income,USDC,0.25,USD,1,0.25,0.25,0.00,Received 0.25 USDC from Coinbase Rewards',
    ].join('\n'),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual([
    '2023-07-14 buy BTC-USD 0.001 @ 30000, -30.99 USD (fee 0.99)',
    '2023-07-15 dividend USDC-USD 0.25, 0 USD',
  ])
})
