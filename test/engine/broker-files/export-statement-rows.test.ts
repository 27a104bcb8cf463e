// Interactive Brokers statements with missing columns, canceled trades, and transfers that have only a total value.
import { expect, test } from 'vitest'
import { readBytes, describeActivity } from './export-files.ts'

const statement = (...rows: string[]) =>
  [
    'Statement,Header,Field Name,Field Value',
    'Statement,Data,Period,"January 2, 2024 - June 30, 2024"',
    'Account Information,Header,Field Name,Field Value',
    'Account Information,Data,Base Currency,USD',
    ...rows,
  ].join('\n')

const TRADES =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Comm/Fee'

test('a trade needs neither proceeds nor a code, and its cancellation removes it', async () => {
  const read = await readBytes(
    statement(
      TRADES,
      'Trades,Data,Order,Stocks,USD,AAPL,"2024-03-10, 09:15:30",10,180,-1',
      'Trades,Data,Trade Cancel,Stocks,USD,AAPL,"2024-03-10, 09:15:30",-10,180,1',
      'Trades,Data,Order,Stocks,USD,AAPL,"2024-03-11, 09:15:30",5,180,-1',
      'Trades,Data,Order,Stocks,USD,AAPL,"2024-03-11, 09:15:30",0,180,0',
    ),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(['2024-03-11 buy AAPL 5 @ 180, -901 USD (fee 1)'])
})

test('a bond’s price is per hundred of face value, and its name keeps only characters that symbols allow', async () => {
  const read = await readBytes(
    statement(
      TRADES,
      'Trades,Data,Order,Bonds,USD,T 4 5/8 09/15/26 4.5%,"2024-04-04, 15:22:18",1000,100.16,-6.05',
    ),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual([
    '2024-04-04 buy T.4.5/8.09/15/26.4.5 1000 @ 1.0016, -1007.65 USD (fee 6.05)',
  ])
})

test('transferred shares take their price from the value if the transfer has none', async () => {
  const read = await readBytes(
    statement(
      'Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code',
      'Transfers,Data,Stocks,USD,SQQQ,2024-01-05,ACATS,In,--,118056084,"2,500",--,"37,100.00",0.00,0.00,',
      'Transfers,Data,Total,,,,,,,,,,37100,0,0,',
    ),
  )
  expect(read.issues).toEqual([])
  expect(
    read.activities.map((each) => [each.symbol, each.quantity?.toNumber(), each.price?.toNumber()]),
  ).toEqual([['SQQQ', 2500, 14.84]])
})

test('a payment is for the share in its own column if its description names none', async () => {
  const read = await readBytes(
    statement(
      'Dividends,Header,Currency,Date,Symbol,Description,Amount,Code',
      'Dividends,Data,USD,2024-03-29,DVN,Cash Dividend USD 1.27 per Share,120.65,',
      'Dividends,Data,Total in USD,,,,120.65,',
    ),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(['2024-03-29 dividend DVN, 120.65 USD'])
})

const ACTIONS =
  'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code'
const action = (words: string, quantity: number, code = '') =>
  `Corporate Actions,Data,Stocks,USD,2025-03-03,"2025-03-03, 20:25:00","${words}",${quantity},0,0,0,${code}`

test('shares of a canceled spin-off are removed', async () => {
  const words = 'ACME(US0000000200) Spinoff  1 for 5 (SPNC, SPINCO CORP, US0000000218)'
  const read = await readBytes(
    statement(ACTIONS, action(words, 20), action(words, -20, 'Ca'), action(words, 25, 'Co')),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(['2025-03-03 dividend SPNC 25, 0 USD'])
})

test('tendered shares leave the account, although the row ends with the symbol of the tendered line', async () => {
  const words = 'ACME(US0000000200) Tendered to 99999999 1 FOR 1 (ACME.TEN, ACME CORP - TENDER, US0000000200)'
  const read = await readBytes(statement(ACTIONS, action(words, -10), action(words, 10)))
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual([
    '2025-03-03 transfer ACME -10, 0 USD',
    '2025-03-03 transfer ACME.TEN 10, 0 USD',
  ])
})

test('a section that lacks a required column is an issue that names the column', async () => {
  const read = await readBytes(
    statement('Dividends,Header,Currency,Date,Amount', 'Dividends,Data,USD,2024-05-01,5'),
  )
  expect(read.activities).toEqual([])
  expect(read.issues).toEqual([
    {
      line: 6,
      reason:
        'The section Dividends is missing the column “description”. Run the statement with all its columns, then import that file.',
    },
  ])
})
