// Exports of European brokers and the documented table, row by row as activities and positions.
// Sources: real headers and rows that people published with their importers, named at each file.
import { expect, test } from 'vitest'
import { describePosition, readFile, describeActivity } from './export-files.ts'

const EXPORTS = [
  {
    // KapJI/capital-gains-calculator, tests/trading212/data/2026
    file: 'trading-212.csv',
    says: 'Trading 212, activities, GBP, 11 rows',
    activities: [
      '2024-05-01 deposit, 10000 GBP',
      '2024-05-02 buy ACME 10 @ 120, -1201.8 GBP (fee 1.8)',
      '2024-05-03 buy ULVR 20 @ 41, -824.1 GBP (fee 4.1)',
      '2024-06-27 sell ACME -10 @ 124.9999063, 1248.09 GBP (fee 1.909063)',
      '2024-07-01 dividend ULVR, 7.2 GBP',
      '2024-07-02 interest, 0.41 GBP',
      '2024-07-03 transfer, -100 GBP',
      '2024-07-03 transfer, 127.1 USD',
      '2024-07-30 split ULVR 20 ×2, 0 GBP',
      '2024-08-05 dividend SPNC 2.5, 0 GBP',
      '2024-08-06 withdrawal, -500 GBP',
    ],
    positions: [],
  },
  {
    // dickwolff/Export-To-Ghostfolio, sample-trading212-export.csv (2021)
    file: 'trading-212-older.csv',
    says: 'Trading 212, activities, EUR, 2 rows',
    activities: ['2021-01-11 deposit, 3000 EUR', '2021-01-12 buy AAPL 2 @ 105.835, -211.99 EUR (fee 0.32)'],
    positions: [],
  },
  {
    // dickwolff/Export-To-Ghostfolio, samples/degiro-export.csv
    file: 'degiro-account-nl.csv',
    says: 'DEGIRO, activities, EUR, 17 rows',
    activities: [
      '2023-11-29 sell IE00B3RBWM25 -2 @ 104.5, 209 EUR',
      '2023-11-29 withdrawal, -15.1 EUR',
      '2023-11-30 withdrawal, -15.1 EUR',
      '2023-11-30 deposit, 15.1 EUR',
      '2023-12-01 fee, -2.5 EUR (fee 2.5)',
      '2023-12-15 buy US9256521090 10 @ 33.9, -339 USD',
      '2023-12-15 fee US9256521090, -1 EUR (fee 1)',
      '2023-12-15 transfer, -319.1 EUR',
      '2023-12-15 transfer, 339 USD',
      '2023-12-16 dividend US1912161007, -0.07 USD',
      '2023-12-16 dividend US1912161007, 0.44 USD',
      '2023-12-17 transfer, -0.37 USD',
      '2023-12-17 transfer, 0.35 EUR',
      '2023-12-17 deposit, 1027.8 EUR',
    ],
    positions: [],
  },
  {
    // portfolio-performance/portfolio, DegiroPDFExtractor (the same statement's words); in Windows-1252
    file: 'degiro-account-de.csv',
    says: 'DEGIRO, activities, CHF, 11 rows',
    activities: [
      '2024-08-13 deposit, 1010 CHF',
      '2024-08-13 interest, 0.4 CHF',
      '2024-08-14 buy US0000000200 10 @ 100, -1000 CHF',
      '2024-08-14 fee US0000000200, -3.9 CHF (fee 3.9)',
      '2024-08-15 fee, -2.5 CHF (fee 2.5)',
      '2024-08-20 split US0000000200 30 ×4, 0 CHF',
      '2024-08-29 dividend US6410694060, -0.38 USD',
      '2024-08-29 dividend US6410694060, 2.56 USD',
      '2024-08-30 transfer, -2.18 USD',
      '2024-08-30 transfer, 2.02 CHF',
    ],
    positions: [],
  },
  {
    // jose-pleonasm/Halir, docs/degiro; English descriptions of 2024
    file: 'degiro-account-en.csv',
    says: 'DEGIRO, activities, CHF, 5 rows',
    activities: [
      '2024-11-15 deposit, 120000 CHF',
      '2024-11-19 sell GB00BPQY8M80 -4 @ 4.96, 19.84 GBP',
      '2024-11-20 fee CH0019852802, -2.79 CHF (fee 2.79)',
      '2024-11-20 buy CH0019852802 1060 @ 106.02, -112381.2 CHF',
    ],
    positions: [],
  },
  {
    // jose-pleonasm/Halir, docs/degiro/transactions-versions.md (layout of 2025)
    file: 'degiro-transactions-en.csv',
    says: 'DEGIRO, activities, EUR, 4 rows',
    activities: [
      '2025-06-29 split CA82509L1076 54 ×10, 0 EUR',
      '2025-08-25 sell IE00BK5BQT80 -3 @ 118.75, 355.25 EUR (fee 1)',
      '2025-09-08 buy US0378331005 5 @ 154.032, -773.09 EUR (fee 2.93)',
    ],
    positions: [],
  },
  {
    // the layout before 2025, with a currency beside each sum
    file: 'degiro-transactions-nl.csv',
    says: 'DEGIRO, activities, EUR, 1 rows',
    activities: ['2025-06-04 buy US67066G1040 100 @ 43.3512, -4335.62 EUR (fee 0.5)'],
    positions: [],
  },
  {
    // the positions of the portfolio page
    file: 'degiro-portfolio-de.csv',
    says: 'DEGIRO, positions, USD, 2 rows',
    activities: [],
    positions: ['10 US0000000200 at 150.25, cost ? USD'],
  },
  {
    // dickwolff/Export-To-Ghostfolio, samples/etoro-export.csv
    file: 'etoro.csv',
    says: 'eToro, activities, USD, 15 rows',
    activities: [
      '2024-01-02 deposit, 1544 USD',
      '2024-01-03 buy AMD 3.377009 @ 148.0600140539, -500 USD',
      '2024-01-03 buy NVDA 1 @ 480, -480 USD',
      '2024-01-04 buy BTC-USD 0.002273 @ 43994.720633524, -100 USD',
      '2024-01-06 fee, -0.31 USD (fee 0.31)',
      '2024-01-08 interest, 12.16 USD',
      '2024-01-16 sell AMD -3.377009 @ 159.481363538, 538.57 USD',
      '2024-01-17 dividend NVDA, 0.03 USD',
      '2024-06-10 split NVDA ×10, 0 USD',
      '2024-07-03 fee, -1.36 USD (fee 1.36)',
      '2024-07-03 withdrawal, -100.11 USD',
      '2024-08-01 interest, 0.08 USD',
    ],
    positions: [],
  },
  {
    // KapJI/capital-gains-calculator, tests/freetrade/data
    file: 'freetrade.csv',
    says: 'Freetrade, activities, GBP, 9 rows',
    activities: [
      '2024-01-01 deposit, 8000 GBP',
      '2024-01-13 transfer TDUP 1 @ 11.03772436, 0 GBP',
      '2024-01-24 buy NVDA 4.1056135 @ 484.45622073, -1996.75 GBP (fee 7.76)',
      '2024-02-23 buy ATST 421 @ 11.97869359, -5068.25 GBP (fee 25.22)',
      '2024-02-24 sell NVDA -1 @ 488, 486.1 GBP (fee 1.9)',
      '2024-03-15 interest, 0.21 GBP',
      '2024-03-28 dividend ATST, 26.69 GBP',
      '2024-04-18 withdrawal, -412.19 GBP',
    ],
    positions: [],
  },
  {
    // KapJI/capital-gains-calculator, tests/vanguard/data (both sheets of the listing); funds have names only
    file: 'vanguard-uk.csv',
    says: 'Vanguard, activities, GBP, 11 rows',
    activities: [
      '2022-03-08 deposit, 5000 GBP',
      '2022-03-09 buy EXWL 1050 @ 4, -4200 GBP',
      '2022-04-01 interest, 0.41 GBP',
      '2022-04-07 fee, -14.05 GBP (fee 14.05)',
      '2022-04-09 dividend EXWL, 431.13 GBP',
      '2022-07-29 dividend EXWL, -431.13 GBP',
      '2022-08-17 sell EXWL -50 @ 4.2, 210 GBP',
      '2022-08-23 withdrawal, -246.36 GBP',
      '2022-10-01 buy EXAMPLE.INDEX.FUND.ACCUMULATION 6.77 @ 147.7104874446, -1000 GBP',
    ],
    positions: [],
  },
  {
    // our own (engine/broker-files/formats/generic.ts), here with semicolons and decimal commas
    file: 'table.csv',
    says: 'CSV file, activities, EUR, 11 rows',
    activities: [
      '2024-01-02 deposit, 5000 EUR',
      '2024-01-03 buy SAP 10 @ 140.5, -1406.9 EUR (fee 1.9)',
      '2024-01-03 buy SAP 10 @ 140.5, -1406.9 EUR (fee 1.9)',
      '2024-05-20 dividend SAP, 22 EUR',
      '2024-05-20 dividend SAP, -5.8 EUR',
      '2024-06-03 split SAP ×3, 0 EUR',
      '2024-07-15 sell SAP -5 @ 60, 298.1 EUR (fee 1.9)',
      '2024-07-16 transfer BAS 4, 0 EUR',
      '2024-07-31 interest, 1.25 EUR',
      '2024-07-31 fee, -3 EUR (fee 3)',
      '2024-08-01 withdrawal, -1000 EUR',
    ],
    positions: [],
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
