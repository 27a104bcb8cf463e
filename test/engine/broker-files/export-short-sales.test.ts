// Exports with short sales and written options: which rows are short, and what remains at the end.
import { expect, test } from 'vitest'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { readBytes, readFile, textOf, describeActivity, TODAY } from './export-files.ts'
import { plain } from '../portfolio/performance/rows.ts'

const EXPORTS = [
  {
    // rows from published importers' tests, with the signs of closed contracts
    file: 'schwab-short.csv',
    activities: [
      '2025-06-02 deposit, 10000 USD',
      '2025-06-02 sell short SPXS -10 @ 6, 59.9 USD (fee 0.1)',
      '2025-06-03 sell short AAPL250620C00250000 -200 @ 1, 198.68 USD (fee 1.32)',
      '2025-06-03 sell short AAPL250620C00240000 -100 @ 3, 299.34 USD (fee 0.66)',
      '2025-06-03 sell short XYZ250620P00050000 -100 @ 2, 199.34 USD (fee 0.66)',
      '2025-06-12 buy short AAPL250620C00240000 100 @ 1, -100.66 USD (fee 0.66)',
      '2025-06-13 buy short SPXS 4 @ 5.5, -22 USD',
      '2025-06-16 dividend SPXS, -1.2 USD',
      '2025-06-20 buy short XYZ250620P00050000 100 @ 0, 0 USD',
      '2025-06-20 buy short AAPL250620C00250000 200 @ 0, 0 USD',
      '2025-06-23 buy XYZ 100 @ 50, -5000 USD',
    ],
    held: { SPXS: -6, XYZ: 100 },
  },
  {
    // long and short positions of one symbol, told apart by `Type`
    file: 'fidelity-short.csv',
    activities: [
      '2024-11-01 deposit, 90000 USD',
      '2024-11-12 buy VVV 20 @ 41, -820 USD',
      '2024-11-13 sell short VVV -100 @ 40, 3999.89 USD (fee 0.11)',
      '2024-11-14 sell short SPY241122C00610000 -100 @ 2, 199.33 USD (fee 0.67)',
      '2024-11-15 sell short SPY241220P00550000 -100 @ 4, 399.33 USD (fee 0.67)',
      '2024-11-18 sell VVV -20 @ 39, 780 USD',
      '2024-11-19 buy short VVV 60 @ 38, -2280 USD',
      '2024-11-20 dividend VVV, -5 USD',
      '2024-11-21 buy short SPY241220P00550000 100 @ 1.5, -150.67 USD (fee 0.67)',
      '2024-11-25 buy short SPY241122C00610000 100 @ 0, 0 USD',
    ],
    held: { VVV: -40 },
  },
  {
    // contracts that leave without an S had been written
    file: 'robinhood-short.csv',
    activities: [
      '2026-02-26 deposit, 50000 USD',
      '2026-03-16 sell short DLB260417C00090000 -100 @ 4.6, 459.95 USD',
      '2026-03-16 sell short SPY260320C00590000 -200 @ 3.5, 699.9 USD',
      '2026-03-17 sell short TSLA260320P00240000 -100 @ 4.1, 409.95 USD',
      '2026-03-18 buy short DLB260417C00090000 100 @ 0.5, -50.04 USD',
      '2026-03-20 buy short TSLA260320P00240000 100 @ 0, 0 USD',
      '2026-03-20 buy TSLA 100 @ 240, -24000 USD',
      '2026-03-23 buy short SPY260320C00590000 200 @ 0, 0 USD',
    ],
    held: { TSLA: 100 },
  },
  {
    // by the codes O and C; a row with both closes one position and opens the other
    file: 'interactive-brokers-short.csv',
    activities: [
      '2024-01-02 deposit, 50000 USD',
      '2024-03-01 buy TSLA 4 @ 200, -801 USD (fee 1)',
      '2024-03-04 sell short TSLA -10 @ 250, 2499 USD (fee 1)',
      '2024-03-04 sell short XYZ -5 @ 100, 499 USD (fee 1)',
      '2024-03-04 sell short SPY240315C00520000 -200 @ 1.5, 298.7 USD (fee 1.3)',
      '2024-03-05 buy XYZ 8 @ 90, -721 USD (fee 1)',
      '2024-03-06 sell XYZ -3 @ 95, 284 USD (fee 1)',
      '2024-03-15 buy short SPY240315C00520000 200 @ 0, 0 USD',
      '2024-03-20 dividend TSLA, -3 USD',
    ],
    held: { TSLA: -6 },
  },
  {
    file: 'interactive-brokers-flex-short.xml',
    activities: [
      '2024-01-15 sell short TSLA -10 @ 250, 2499 USD (fee 1)',
      '2024-01-16 buy short TSLA 10 @ 240, -2401 USD (fee 1)',
      '2024-03-01 sell short SPY240315P00500000 -100 @ 5, 498.7 USD (fee 1.3)',
      '2024-03-15 buy short SPY240315P00500000 100 @ 0, 0 USD',
      '2024-03-15 buy SPY 100 @ 500, -50000 USD',
    ],
    held: { SPY: 100 },
  },
  {
    file: 'table-short.csv',
    activities: [
      '2024-01-02 deposit, 5000 USD',
      '2024-01-03 sell short TSLA -10 @ 250, 2499 USD (fee 1)',
      '2024-01-10 buy short TSLA 4 @ 240, -961 USD (fee 1)',
    ],
    held: { TSLA: -6 },
  },
]

test.each(EXPORTS)('$file shows what was sold short and bought back', async ({ file, activities, held }) => {
  const read = await readFile(file)
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(activities)
  const { book, issues } = buildBook(read.activities, { today: TODAY })
  expect(issues).toEqual([])
  const left = [...(book?.holdings ?? [])].flatMap(([symbol, { quantity }]) =>
    quantity.isZero() ? [] : [[symbol, plain(quantity)]],
  )
  expect(Object.fromEntries(left)).toEqual(held)
})

test('a sale of shares that were never bought is still an issue with its line and reason', async () => {
  const text = textOf('schwab-short.csv').replace('"Sell Short"', '"Sell"').replace('"Buy to Cover"', '"Buy"')
  const { activities } = await readBytes(text)
  expect(buildBook(activities).issues).toMatchObject([
    { line: 12, symbol: 'SPXS', message: '10 of SPXS left the account, but none was held.' },
  ])
})

test('a file that begins after the short sale names what is missing', async () => {
  const text = textOf('schwab-short.csv').replace(/^.*"Sell Short".*$\n/m, '')
  const { activities } = await readBytes(text)
  expect(buildBook(activities).issues).toMatchObject([
    { line: 7, message: '4 of SPXS were bought back, but none was sold short.' },
  ])
})

const FUTURES = `Statement,Header,Field Name,Field Value
Statement,Data,Title,Activity Statement
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Notional Value,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Futures,USD,MESU6,"2024-03-04, 07:01:59",1,7644,7765.5,-38220,-0.61,38220.61,0,607.5,O
`
test('futures of Interactive Brokers are issues that name them, not ignored', async () => {
  const { issues } = await readBytes(FUTURES)
  expect(issues).toEqual([
    {
      line: 4,
      reason: '“Futures” can’t be read: they have no holdings, and their daily gains are missing.',
    },
  ])
})
