// Canceled trades: neither the trade nor its cancellation counts, and the replacement does.
import { expect, test } from 'vitest'
import { readBytes, readFile, describeActivity } from './export-files.ts'

const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
const FIDELITY =
  'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date'
const ROBINHOOD =
  'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount'
const VANGUARD =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,'

const FILES: [name: string, header: string, rows: string[]][] = [
  [
    'Schwab',
    SCHWAB,
    [
      '"06/04/2025","Buy","ACME","ACME CORP","100","$9.90","","-$990.00"',
      '"06/04/2025","Cancel Buy","ACME","ACME CORP","100","$10.00","","$1000.00"',
      '"06/03/2025","Buy","ACME","ACME CORP","100","$10.00","","-$1000.00"',
    ],
  ],
  [
    'Fidelity, by the sign',
    FIDELITY,
    [
      '06/04/2025,YOU BOUGHT ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,9.9,100,,,,-990,06/05/2025',
      '06/04/2025,YOU BOUGHT ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,10,-100,,,,1000,06/05/2025',
      '06/03/2025,YOU BOUGHT ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,10,100,,,,-1000,06/05/2025',
    ],
  ],
  [
    'Fidelity, by the word',
    FIDELITY,
    [
      '06/04/2025,YOU BOUGHT ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,9.9,100,,,,-990,06/05/2025',
      '06/04/2025,BUY CANCEL CXL DESCRIPTION CANCELLED TRADE ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,10,100,,,,1000,06/05/2025',
      '06/03/2025,YOU BOUGHT ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,10,100,,,,-1000,06/05/2025',
    ],
  ],
  [
    'Robinhood',
    ROBINHOOD,
    [
      '6/4/2025,6/4/2025,6/5/2025,ACME,Acme Corp,Buy,100,$9.90,($990.00)',
      '6/4/2025,6/4/2025,6/5/2025,ACME,Acme Corp,BCXL,100,$10.00,"$1,000.00"',
      '6/3/2025,6/3/2025,6/4/2025,ACME,Acme Corp,Buy,100,$10.00,"($1,000.00)"',
    ],
  ],
  [
    'Vanguard',
    VANGUARD,
    [
      '12345678,06/03/2025,06/04/2025,Buy,Buy,ACME CORP,ACME,100,10,-1000,0,-1000,0,CASH,',
      '12345678,06/04/2025,06/04/2025,Buy Cancel,Buy Cancel,ACME CORP,ACME,100,10,-1000,0,-1000,0,CASH,',
      '12345678,06/04/2025,06/05/2025,Buy,Buy,ACME CORP,ACME,100,9.9,-990,0,-990,0,CASH,',
    ],
  ],
]

test.each(FILES)(
  '%s: the trade and its cancellation are removed, and the replacement stays',
  async (_, header, rows) => {
    const read = await readBytes([header, ...rows, ''].join('\n'))
    expect(read.issues).toEqual([])
    expect(read.activities.map(describeActivity)).toEqual(['2025-06-04 buy ACME 100 @ 9.9, -990 USD'])
  },
)

test('a statement of Interactive Brokers marks them with Ca', async () => {
  const { activities } = await readFile('interactive-brokers-balances.csv')
  expect(activities.filter(({ symbol }) => symbol === 'MSFT')).toEqual([])
})

test.each([
  ['its type', 'transactionType="TradeCancel"'],
  ['its notes', 'notes="Ca;P"'],
  ['its side', 'buySell="BUY (Ca.)"'],
])('a Flex Query marks a cancellation with %s', async (_, mark) => {
  const row = (id: number, quantity: number, rest: string) =>
    `<Trade currency="USD" assetCategory="STK" symbol="ACME" tradeID="${id}" dateTime="2025060${id};101500" quantity="${quantity}" tradePrice="10" proceeds="${-10 * quantity}" levelOfDetail="EXECUTION" ${rest} />`
  const read = await readBytes(
    `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades>${row(3, 100, 'buySell="BUY"')}${row(4, -100, mark)}${row(5, 50, 'buySell="BUY"')}</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(['2025-06-05 buy ACME 50 @ 10, -500 USD'])
})

test('a cancellation removes only the closest of several identical trades before it', async () => {
  const buy = (day: string) => `"${day}","Buy","ACME","ACME CORP","100","$10.00","","-$1000.00"`
  const cancel = '"06/04/2025","Cancel Buy","ACME","ACME CORP","100","$10.00","","$1000.00"'
  const rows = [buy('06/05/2025'), cancel, buy('06/04/2025'), buy('06/03/2025')]
  const read = await readBytes([SCHWAB, ...rows, ''].join('\n'))
  expect(read.activities.map(({ day }) => day)).toEqual(['2025-06-03', '2025-06-05'])
})

test('if the file begins after the trade, its cancellation is the opposite trade', async () => {
  const rows = [
    '"06/04/2025","Cancel Sell","ACME","ACME CORP","100","$10.00","","-$1000.00"',
    '"06/04/2025","Cancel Buy to Close","SPY 06/20/2025 600.00 C","CALL","1","$1.00","$0.66","$99.34"',
  ]
  const read = await readBytes([SCHWAB, ...rows, ''].join('\n'))
  expect(read.activities.map(describeActivity)).toEqual([
    '2025-06-04 buy ACME 100 @ 10, -1000 USD',
    '2025-06-04 sell short SPY250620C00600000 -100 @ 1, 99.34 USD (fee 0.66)',
  ])
})
