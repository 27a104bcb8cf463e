// Exports of US brokers, row by row as activities and positions.
// Sources: real headers and rows that people published with their importers, named at each file.
import { expect, test } from 'vitest'
import { describePosition, readBytes, readFile, describeActivity } from './export-files.ts'

const EXPORTS = [
  {
    // jbms/beancount-import, testdata/source/schwab_csv; dickwolff/Export-To-Ghostfolio, samples/schwab-export.csv
    file: 'schwab.csv',
    says: 'Charles Schwab, activities, …1234, USD, 20 rows',
    activities: [
      '2025-05-01 deposit, 10000 USD',
      '2025-05-01 withdrawal, -100 USD',
      '2025-05-02 fee, -26.58 USD (fee 26.58)',
      '2025-05-08 buy BRK.B 10 @ 500, -5001.34 USD (fee 1.34)',
      '2025-05-09 buy AVGO 1 @ 1680, -1680 USD',
      '2025-05-12 buy TNXP 32 @ 1.25, -40 USD',
      '2025-05-15 sell BRK.B -2 @ 510.25, 1020.47 USD (fee 0.03)',
      '2025-05-20 transfer IBN 20 @ 30.1, 0 USD',
      '2025-06-02 buy SPY250620C00600000 100 @ 5, -500.66 USD (fee 0.66)',
      '2025-06-05 dividend IBN, 13 USD',
      '2025-06-06 fee IBN, -0.5 USD (fee 0.5)',
      '2025-06-06 dividend IBN, -1.3 USD',
      '2025-06-09 split AVGO 9, 0 USD',
      '2025-06-10 dividend SPNC 5, 0 USD',
      '2025-06-13 dividend SCHB, 10.42 USD',
      '2025-06-16 buy SCHB 0.4512 @ 23.1, -10.42 USD',
      '2025-06-20 sell SPY250620C00600000 -100 @ 0, 0 USD',
      '2025-06-27 split TNXP -31 ×0.03125, 0 USD',
      '2025-06-30 interest, 1.63 USD',
    ],
    positions: [],
  },
  {
    // vroonhof/opensteuerauszug, src/opensteuerauszug/importers/schwab/formats.md (headers of 2025)
    file: 'schwab-positions.csv',
    says: 'Charles Schwab, positions, …123, USD, 3 rows',
    activities: [],
    positions: ['1200.5 SCHB at 23.1, cost 20 USD', '100 SPY250620C00600000 at 5.1, cost 5.0066 USD'],
  },
  {
    // redstreet/beancount_reds_importers, fidelity_csv and fidelity_all_accounts_csv
    file: 'fidelity.csv',
    says: 'Fidelity, activities, USD, 15 rows',
    activities: [
      '2024-11-01 withdrawal, -612.5 USD',
      '2024-11-01 deposit, 90000 USD',
      '2024-11-04 interest QUSBQ, 0.49 USD',
      '2024-11-05 buy NVDA 10 @ 1200.5, -12005 USD',
      '2024-11-08 buy 412003AD7 55000 @ 0.9067, -50154.19 USD',
      '2024-11-12 buy SPY250117C00600000 100 @ 4.1, -410.67 USD (fee 0.67)',
      '2024-11-15 dividend TSM, -32.93 USD',
      '2024-11-20 split NVDA 90, 0 USD',
      '2024-11-22 sell VVV -341 @ 30.44, 10380.02 USD (fee 0.02)',
      '2024-11-25 sell 44244CCF2 -25000 @ 1, 25000 USD',
      '2024-12-02 dividend BND, 713.08 USD',
      '2024-12-02 buy BND 9.598 @ 74.29, -713.08 USD',
      '2024-12-03 dividend SPAXX, 6.13 USD',
    ],
    positions: [],
  },
  {
    // open-portfolio/FINporterFido reads the same; header and notes of 2024
    file: 'fidelity-positions.csv',
    says: 'Fidelity, positions, …4321, …5678, USD, 6 rows',
    activities: [],
    positions: [
      '10 MSFT at 400, cost 330 USD',
      '100 SPY250117C00600000 at 5.1, cost 4.11 USD',
      '10 BRK.B at 500, cost 400 USD',
    ],
  },
  {
    // acarlson98/rhParser, README; codes as in published importers
    file: 'robinhood.csv',
    says: 'Robinhood, activities, USD, 13 rows',
    activities: [
      '2026-02-26 deposit, 5000 USD',
      '2026-02-27 withdrawal, -250 USD',
      '2026-03-02 transfer GE 10, 0 USD',
      '2026-03-02 buy AAPL 10 @ 180, -1800 USD',
      '2026-03-03 buy TSLA 2 @ 250, -500 USD',
      '2026-03-04 interest, 0.42 USD',
      '2026-03-05 fee, -5 USD (fee 5)',
      '2026-03-09 sell AAPL -5 @ 190, 950 USD',
      '2026-03-10 split TSLA 4, 0 USD',
      '2026-03-13 dividend GE, -0.54 USD',
      '2026-03-13 dividend GE, 3.6 USD',
      '2026-03-16 buy SPY260320C00580000 200 @ 3.5, -700.08 USD',
      '2026-03-23 sell SPY260320C00580000 -200 @ 0, 0 USD',
    ],
    positions: [],
  },
  {
    // the two tables of OfxDownload.csv, as in published importers (hledger rules among them)
    file: 'vanguard.csv',
    says: 'Vanguard, activities, …5678, USD, 13 rows',
    activities: [
      '2024-01-02 deposit, 3000 USD',
      '2024-01-03 buy VTSAX 20.5 @ 108, -2214 USD',
      '2024-01-31 dividend VMFXX, 3.21 USD',
      '2024-03-21 dividend VTSAX, 8.75 USD',
      '2024-03-21 buy VTSAX 0.075 @ 116.67, -8.75 USD',
      '2024-04-10 sell VTSAX -5 @ 120, 599 USD (fee 1)',
      '2024-04-15 transfer GOOGL 3, 0 USD',
      '2024-04-20 split GOOGL 57, 0 USD',
      '2024-05-01 withdrawal, -200 USD',
    ],
    positions: ['100.5 VTSAX at 110, cost ? USD'],
  },
  {
    // silvio-dacol/matapan and slmyers/portfolio_tracker, docs/ibkr_csv_module.md (sections and their headers)
    file: 'interactive-brokers.csv',
    says: 'Interactive Brokers, activities, …4567, USD, 23 rows',
    activities: [
      '2024-01-02 deposit, 500000 USD',
      '2024-01-15 buy AAPL 100 @ 170.5, -17051 USD (fee 1)',
      '2024-02-01 transfer, 1000 EUR',
      '2024-02-01 transfer, -1080 USD',
      '2024-02-01 fee, -2 USD (fee 2)',
      '2024-02-05 fee, -4.5 USD (fee 4.5)',
      '2024-03-10 sell AAPL -25 @ 180, 4498.985431 USD (fee 1.014569)',
      '2024-03-11 buy BRK.B 1000 @ 400, -400005 USD (fee 5)',
      '2024-05-16 dividend AAPL, 18.75 USD',
      '2024-05-16 dividend AAPL, -2.81 USD',
      '2024-06-03 buy SPY250620C00600000 200 @ 5, -1001.3 USD (fee 1.3)',
      '2024-06-05 interest, -0.62 USD',
      '2024-06-05 interest, 3.12 USD',
      '2024-07-02 split BRK.B 1000, 0 USD',
      '2024-08-02 dividend SPNC 5, 0 USD',
      '2024-12-02 withdrawal, -1000 USD',
    ],
    positions: ['75 AAPL at 250.42, cost 171.51 USD'],
  },
  {
    // KapJI/capital-gains-calculator, tests/interactive_brokers/data
    file: 'interactive-brokers-history.csv',
    says: 'Interactive Brokers, activities, …0000, GBP, 7 rows',
    activities: [
      '2025-01-01 deposit, 5000 GBP',
      '2025-02-01 interest, 13 GBP',
      '2025-03-15 buy CNX1 4 @ 1000, -4003 GBP (fee 3)',
      '2025-08-15 sell CNX1 -2 @ 1001, 1999 GBP (fee 3)',
      '2025-10-01 fee, -0.02 GBP (fee 0.02)',
      '2025-11-03 dividend VT, -3 GBP',
      '2025-11-03 dividend VT, 20 GBP',
    ],
    positions: [],
  },
  {
    // csingley/ibflex, ibflex/Types.py; https://www.ibkrguides.com/orgportal/performanceandstatements/activityflex.htm
    file: 'interactive-brokers-flex.xml',
    says: 'Interactive Brokers, activities, …4567, EUR, 15 rows',
    activities: [
      '2024-01-02 deposit, 50000 EUR',
      '2024-01-10 transfer ULVR 10, 0 GBP',
      '2024-01-15 buy AAPL 100 @ 170.5, -17051 USD (fee 1)',
      '2024-01-16 fee, -5.55 EUR (fee 5.55)',
      '2024-01-16 sell ULVR -10 @ 41, 410 GBP',
      '2024-02-01 fee, -2 EUR (fee 2)',
      '2024-02-01 transfer, -1080 USD',
      '2024-02-01 transfer, 1000 EUR',
      '2024-05-16 dividend AAPL, -3.75 USD',
      '2024-05-16 dividend AAPL, 25 USD',
      '2024-06-03 buy SPY250620C00600000 200 @ 5, -1001.3 USD (fee 1.3)',
      '2024-06-05 fee, -4.5 EUR (fee 4.5)',
      '2024-06-05 interest, 3.12 EUR',
      '2024-07-02 split AAPL 300, 0 USD',
    ],
    positions: ['400 AAPL at 62.6, cost 42.6275 USD'],
  },
]

test.each(EXPORTS)('$file is understood to the last row', async ({ file, says, activities, positions }) => {
  const read = await readFile(file)
  const { broker, kind, accountLabel, currency, rows } = read
  const about = [broker, kind, ...(accountLabel ? [accountLabel] : []), currency, `${rows} rows`]
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(activities)
  expect(read.positions.map(describePosition)).toEqual(positions)
  expect(about.join(', ')).toBe(says)
})

const FIDELITY =
  'Run Date,Account,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date'

test.each([
  ['an amount of zero', ',26,,,,0.00'],
  ['a price of zero', '0.00,26,,,,'],
  ['a price of zero and an amount of zero', '0.00,26,,,,0.00'],
])('a purchase with %s is a transfer of shares into the account', async (_, figures) => {
  const row = `04/15/2026,"Individual","Z10000000","YOU BOUGHT RSU ABBOTT LABS (ABT) (Cash)",ABT,"ABBOTT LABS",Cash,${figures},04/16/2026`
  const { activities, issues } = await readBytes(`${FIDELITY}\n${row}\n`)
  expect(issues).toEqual([])
  expect(activities.map(describeActivity)).toEqual(['2026-04-15 transfer ABT 26, 0 USD'])
})
