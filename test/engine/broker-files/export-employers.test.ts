// Exports of employers’ share plans, row by row as activities. The people and their rows are made up.
import { expect, test } from 'vitest'
import { describedExport, readBytes, textOf } from './export-files.ts'

const EXPORTS = [
  {
    file: 'schwab-equity-awards.csv',
    says: 'Schwab Equity Awards, USD, 7 rows',
    accountLabel: undefined,
    skipped: [{ kind: 'Lapse', rows: 1 }],
    activities: [
      '2024-05-16 transfer EXC 40 @ 90, 0 USD',
      '2024-06-28 dividend EXC, 6 USD',
      '2024-06-28 dividend EXC, -0.9 USD',
      '2024-07-31 transfer EXC 30 @ 95, 0 USD',
      '2024-08-16 sell EXC -20.25 @ 98.987654321, 2004.38 USD (fee 0.12)',
      '2024-08-20 withdrawal, -1900 USD',
    ],
  },
  {
    file: 'morgan-stanley-releases.csv',
    says: 'Morgan Stanley at Work, USD, 3 rows',
    accountLabel: undefined,
    skipped: [{ kind: 'Release', rows: 1 }],
    activities: ['2022-03-25 transfer GOOG 5 @ 2830, 0 USD', '2023-11-25 transfer GOOG 6.752 @ 138, 0 USD'],
  },
  {
    file: 'morgan-stanley-withdrawals.csv',
    says: 'Morgan Stanley at Work, USD, 2 rows',
    accountLabel: undefined,
    skipped: [{ kind: 'Sale', rows: 1 }],
    activities: ['2024-03-18 sell GOOG -9.5 @ 146, 1386.88 USD', '2024-03-18 withdrawal, -1386.88 USD'],
  },
]

test.each(EXPORTS)('$file', async ({ file, ...expected }) => {
  expect(await describedExport(file)).toEqual({ issues: [], ...expected })
})

test('rows of a plan that doesn’t name its share are issues that name the plan', async () => {
  const { issues, activities } = await readBytes(
    textOf('morgan-stanley-releases.csv').replaceAll('GSU Class C', 'RSU 2021'),
  )
  expect(activities).toEqual([])
  expect(issues.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^“RSU 2021” is the name of a plan/),
    expect.stringMatching(/^“RSU 2021” is the name of a plan/),
  ])
})

test('awards alone, without the shares that were deposited, are refused by name', async () => {
  const lapses = [
    'Date,Action,Symbol,Description,Quantity,FeesAndCommissions,DisbursementElection,Amount,AwardDate,AwardId,FairMarketValuePrice,SalePrice,SharesSoldWithheldForTaxes,NetSharesDeposited,Taxes',
    '08/15/2023,Lapse,EXC,Restricted Stock Lapse,400,,,,,,,,,,',
    ',,,,,,,,03/21/2022,1001,$140.35,,200,200,"$13,192.90"',
  ]
  await expect(readBytes(lapses.join('\n'))).rejects.toThrow('in this file, only “Lapse”.')
})
