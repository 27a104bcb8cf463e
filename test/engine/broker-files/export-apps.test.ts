// Exports of Trade Republic, Revolut and Wealthsimple, row by row as activities. The people and their rows are made up.
import { expect, test } from 'vitest'
import { workbook } from './columns/build-workbook.ts'
import { describeActivity, describedExport, readBytes, textOf } from './export-files.ts'

const EXPORTS = [
  {
    file: 'trade-republic.csv',
    says: 'Trade Republic, EUR, 15 rows',
    accountLabel: undefined,
    skipped: [{ kind: 'MIGRATION', rows: 2 }],
    activities: [
      '2025-01-02 deposit, 1000 EUR',
      '2025-01-03 buy DE0007164600 2 @ 230.1, -461.2 EUR (fee 1)',
      '2025-01-15 buy IE00B4L5Y983 0.5 @ 100, -50 EUR',
      '2025-02-01 buy BTC-USD 0.001 @ 90000, -91 EUR (fee 1)',
      '2025-02-10 dividend DE0007164600, 2.95 EUR',
      '2025-03-01 interest, 0.88 EUR',
      '2025-03-05 sell DE0007164600 -1 @ 250, 244 EUR (fee 6)',
      '2025-03-06 transfer SOL-USD 0.01 @ 120, 0 EUR',
      '2025-03-08 withdrawal, -12.3 EUR',
      '2025-03-09 fee, 2.1 EUR',
      '2025-04-01 withdrawal, -100 EUR',
      '2025-04-20 transfer LU0000000001 1 @ 100, 0 EUR',
      '2025-05-02 withdrawal, -200 EUR',
    ],
  },
  {
    file: 'trade-republic-pytr.csv',
    says: 'Trade Republic, EUR, 8 rows',
    accountLabel: undefined,
    skipped: [],
    activities: [
      '2025-01-02 deposit, 1000 EUR',
      '2025-01-05 buy US0378331005 2.5 @ 200, -501 EUR (fee 1)',
      '2025-02-10 dividend US0378331005, 0.48 EUR',
      '2025-03-01 sell US0378331005 -1 @ 250, 246.5 EUR (fee 3.5)',
      '2025-03-02 fee, 3.2 EUR',
      '2025-03-03 interest, 1.1 EUR',
      '2025-03-04 transfer US0378331005 1, 0 EUR',
      '2025-03-05 withdrawal, -100 EUR',
    ],
  },
  {
    file: 'revolut.csv',
    says: 'Revolut, USD, 10 rows',
    accountLabel: undefined,
    skipped: [{ kind: 'TRANSFER FROM REVOLUT TRADING LTD TO REV', rows: 1 }],
    activities: [
      '2021-01-04 deposit, 5000 USD',
      '2021-01-04 buy ACME 4.49357418 @ 222.54, -1000 USD',
      '2021-01-04 buy NVDA 1.90970896 @ 523.64, -1000.35 USD',
      '2021-02-01 fee, -0.09 USD (fee 0.09)',
      '2021-03-12 dividend ACME, 2.14 USD',
      '2021-03-13 dividend ACME, -0.32 USD',
      '2021-07-20 split NVDA 5.72912688, 0 USD',
      '2022-04-05 sell ACME -4.49357418 @ 250, 1123.39 USD',
      '2022-04-06 withdrawal, -500 USD',
    ],
  },
  {
    file: 'wealthsimple.csv',
    says: 'Wealthsimple, CAD, 14 rows',
    accountLabel: '…2CAD, …4CAD',
    skipped: [{ kind: 'NonCashDistribution', rows: 1 }],
    activities: [
      '2025-01-06 deposit, 5000 CAD',
      '2025-01-07 buy XEQT 50 @ 32.1, -1605 CAD',
      '2025-01-08 transfer, -1440 CAD',
      '2025-01-08 transfer, 1000 USD',
      '2025-01-09 buy AMD 5 @ 120.5, -603 USD (fee 0.5)',
      '2025-03-31 dividend XEQT, 9.1 CAD',
      '2025-04-01 dividend AMD, -0.3 USD',
      '2025-05-14 interest, 0.01 CAD',
      '2025-05-20 transfer XEQT -10 @ 33, 0 CAD',
      '2025-06-06 sell AMD -2 @ 130, 260 USD',
      '2025-06-10 split AMD 3, 0 USD',
      '2025-06-11 dividend ETH-USD 0.002, 0 CAD',
      '2025-06-13 fee, -5 CAD (fee 5)',
    ],
  },
]

test.each(EXPORTS)('$file', async ({ file, ...expected }) => {
  expect(await describedExport(file)).toEqual({ issues: [], ...expected })
})

test('Revolut’s Excel file means the same as its CSV', async () => {
  const rows = textOf('revolut.csv')
    .replaceAll('"USD 1,000.35"', 'USD 1000.35')
    .replaceAll('"$1,123.39"', '$1123.39')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const read = await readBytes(workbook([{ name: 'Sheet1', rows }]))
  const [csv] = EXPORTS.filter(({ file }) => file === 'revolut.csv')
  expect(read.broker).toBe('Revolut')
  expect(read.activities.map(describeActivity)).toEqual(csv?.activities)
})

test('mergers at Revolut move shares for shares, and are sales for cash', async () => {
  const read = await readBytes(
    [
      'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
      '2024-01-02T10:00:00.000Z,OLD,BUY - MARKET,10,USD 10,USD 100,USD,1',
      '2024-02-02T10:00:00.000Z,OLD,MERGER - STOCK,-10,,USD 0,USD,1',
      '2024-02-02T10:00:00.000Z,NEW,MERGER - STOCK,5,,USD 0,USD,1',
      '2024-02-20T10:00:00.000Z,SPNC,SPINOFF,1,,USD 0,USD,1',
      '2024-03-02T10:00:00.000Z,NEW,MERGER - CASH,5,,USD 130,USD,1',
    ].join('\n'),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual([
    '2024-01-02 buy OLD 10 @ 10, -100 USD',
    '2024-02-02 transfer OLD -10, 0 USD',
    '2024-02-02 transfer NEW 5, 0 USD',
    '2024-02-20 dividend SPNC 1, 0 USD',
    '2024-03-02 sell NEW -5 @ 26, 130 USD',
  ])
})
