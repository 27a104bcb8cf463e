// Exports of Merrill, E*TRADE and Webull, row by row as activities. The people and their rows are made up.
import { expect, test } from 'vitest'
import { describeActivity, describedExport, readBytes } from './export-files.ts'

const EXPORTS = [
  {
    file: 'merrill.csv',
    says: 'Merrill, USD, 14 rows',
    accountLabel: '…8940',
    skipped: [{ kind: 'SecurityTransactions', rows: 1 }],
    activities: [
      '2025-05-01 deposit, 3520.6 USD',
      '2025-05-02 withdrawal, -400 USD',
      '2025-05-05 buy EXE 40 @ 50, -2000 USD',
      '2025-05-15 transfer EXFCX 3.5 @ 11.1257, 0 USD',
      '2025-05-15 withdrawal, -38.94 USD',
      '2025-05-15 dividend EXFCX, 38.94 USD',
      '2025-05-29 fee EOIL, -0.4 USD (fee 0.4)',
      '2025-05-29 dividend EOIL, -1.87 USD',
      '2025-05-29 dividend EOIL, 12.44 USD',
      '2025-05-30 interest, 1.1 USD',
      '2025-06-10 sell short ETSY250620P00075000 -100 @ 1.25, 124.34 USD',
      '2025-06-20 sell EXE -10 @ 52.1, 520.98 USD',
      '2025-06-23 buy short ETSY250620P00075000 100 @ 0, 0 USD',
    ],
  },
  {
    file: 'merrill-plain.csv',
    says: 'Merrill, USD, 8 rows',
    accountLabel: '…8940',
    skipped: [],
    activities: [
      '2025-05-01 deposit, 3520.6 USD',
      '2025-05-05 buy EXE 40 @ 50, -2000 USD',
      '2025-05-15 dividend EXFCX, 38.94 USD',
      '2025-05-29 fee EOIL, -0.4 USD (fee 0.4)',
      '2025-05-30 interest, 1.1 USD',
      '2025-06-10 sell short ETSY250620P00075000 -100 @ 1.25, 124.34 USD',
      '2025-06-20 sell EXE -10 @ 52.1, 520.98 USD',
      '2025-06-23 buy short ETSY250620P00075000 100 @ 0, 0 USD',
    ],
  },
  {
    file: 'etrade.csv',
    says: 'E*TRADE, USD, 14 rows',
    accountLabel: '…84',
    skipped: [{ kind: 'Transfer', rows: 2 }],
    activities: [
      '2025-05-01 deposit, 6000 USD',
      '2025-05-02 buy CHIP 15 @ 250, -3750 USD',
      '2025-05-08 sell CHIP -5 @ 289.9, 1447.88 USD (fee 1.62)',
      '2025-05-12 fee, -2 USD (fee 2)',
      '2025-05-15 dividend EXM, 10 USD',
      '2025-05-15 buy EXM 0.25 @ 40, -10 USD',
      '2025-05-16 split CHIP 90, 0 USD',
      '2025-05-20 interest, -3.46 USD',
      '2025-05-30 interest, 0.09 USD',
      '2025-06-02 sell short IWM250620P00190000 -100 @ 2.13, 212.49 USD (fee 0.51)',
      '2025-06-09 withdrawal, -280 USD',
      '2025-06-20 buy short IWM250620P00190000 100 @ 0, 0 USD',
    ],
  },
  {
    file: 'etrade-older.csv',
    says: 'E*TRADE, USD, 6 rows',
    accountLabel: '…25',
    skipped: [],
    activities: [
      '2023-03-29 deposit, 1000 USD',
      '2023-03-30 dividend JSPGX, 81.33 USD',
      '2023-03-30 buy JSPGX 5.834 @ 13.9406924923, -81.33 USD',
      '2023-03-31 buy AAPL230619C00160000 100 @ 2.5, -250.65 USD (fee 0.65)',
      '2023-04-03 buy ACME 2 @ 102.45, -204.9 USD',
      '2023-04-05 sell ACME -2 @ 101.1, 202.19 USD',
    ],
  },
  {
    file: 'webull.csv',
    says: 'Webull, USD, 6 rows',
    accountLabel: undefined,
    skipped: [
      { kind: 'Cancelled', rows: 1 },
      { kind: 'Filled', rows: 1 },
    ],
    activities: [
      '2025-05-09 buy SPY250620P00490000 100 @ 1.62, -162 USD',
      '2025-05-09 sell SPY250620P00500000 -100 @ 2.75, 275 USD',
      '2025-05-13 buy ACME 100 @ 10, -1000 USD',
      '2025-05-14 sell ACME -50 @ 10.52, 526 USD',
    ],
  },
]

test.each(EXPORTS)('$file', async ({ file, ...expected }) => {
  expect(await describedExport(file)).toEqual({ issues: [], ...expected })
})

test('an E*TRADE download without types is read as far as its figures are unambiguous', async () => {
  const read = await readBytes(
    [
      'TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description',
      "12/06/24,0,OPTN,NVDA Dec 13 '24 $150 Put,-5,3972.31,7.95,2.68,PUT  NVDA   12/13/24   150.000",
      "12/09/24,0, ,NVDA Dec 13 '24 $150 Put,5,-100.32,0.2,0.32,PUT  NVDA   12/13/24   150.000",
      '12/04/24,0, , ,0,1901.1,0,0,INTERNAL FUND TRANSFER',
      '11/29/24,0,MMF,MSBNK,-0.08,0.08,0,0,MORGAN STANLEY BANK N.A. (Period 11/13-11/30)',
      '11/28/24,0, , ,0,500,0,0,SOMETHING ELSE',
    ].join('\n'),
  )
  expect(read.activities.map(describeActivity)).toEqual([
    '2024-11-29 interest, 0.08 USD',
    '2024-12-06 sell short NVDA241213P00150000 -500 @ 7.95, 3972.31 USD (fee 2.68)',
    '2024-12-09 buy short NVDA241213P00150000 500 @ 0.2, -100.32 USD (fee 0.32)',
  ])
  expect(read.issues).toEqual([{ line: 6, reason: 'What “0” means isn’t known.' }])
  expect(read.skipped).toEqual([{ kind: '0', rows: 1 }])
})

test('a quote with text behind it stays part of its text', async () => {
  const header =
    'TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description'
  const { activities, issues } = await readBytes(
    `${header}\n12/06/24,Bought,EQ,ACME,1,-5,5,0,"ACME" THE BIG ONE\n`,
  )
  expect(issues).toEqual([])
  expect(activities.map(describeActivity)).toEqual(['2024-12-06 buy ACME 1 @ 5, -5 USD'])
})
