// Flex Queries contain only the fields their owner selected. Issues name missing fields, and nothing is silently
// ignored.
import { expect, test } from 'vitest'
import { describePosition, readBytes, readFile, describeActivity } from './export-files.ts'

const query = (...elements: string[]) =>
  `<FlexQueryResponse queryName="Test" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1234567">
${elements.join('\n')}
</FlexStatement></FlexStatements></FlexQueryResponse>`

const trade = (attributes: Record<string, string>, element = 'Trade') => {
  const all = {
    currency: 'USD',
    assetCategory: 'STK',
    symbol: 'AAPL',
    dateTime: '20240115;103042',
    quantity: '10',
    ...attributes,
  }
  return `<${element} ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')} />`
}
const reasons = async (...elements: string[]) =>
  (await readBytes(query(...elements))).issues.map(({ line, reason }) => `${line}: ${reason}`)

const EXECUTIONS =
  'This is the sum of an order or a symbol, not a trade. Tick “Executions” in the section Trades of your Flex query, then run it again.'

test.each([
  ['an Order element', trade({ levelOfDetail: 'ORDER', tradePrice: '5', proceeds: '-50' }, 'Order')],
  ['trades at the level of orders', trade({ levelOfDetail: 'ORDER', tradePrice: '5', proceeds: '-50' })],
  ['sums by symbol', trade({ levelOfDetail: 'SYMBOL_SUMMARY' }, 'SymbolSummary')],
])('a query with only %s says which option to select', async (_, row) => {
  expect(await reasons(row)).toEqual([`2: ${EXECUTIONS}`])
})

test('executions are read, and the orders that sum them up are ignored', async () => {
  const execution = trade({ levelOfDetail: 'EXECUTION', tradePrice: '5', proceeds: '-50', tradeID: '1' })
  const order = trade({ levelOfDetail: 'ORDER', tradePrice: '5', proceeds: '-50' }, 'Order')
  const read = await readBytes(query(order, execution, order))
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(['2024-01-15 buy AAPL 10 @ 5, -50 USD'])
})

test('a trade without price and proceeds is an issue that names both fields', async () => {
  expect(await reasons(trade({}), trade({ tradePrice: '', proceeds: '' }))).toEqual(
    [2, 3].map(
      (line) =>
        `${line}: This trade has neither a price nor proceeds. Tick “TradePrice” and “Proceeds” in the section Trades of your Flex query, then run it again.`,
    ),
  )
})

test('a trade with a price or proceeds is read, an option with its multiplier', async () => {
  const read = await readBytes(
    query(
      trade({ tradePrice: '5', ibCommission: '-1', tradeID: '1' }),
      trade({ proceeds: '55', quantity: '-10', tradeID: '2' }),
      trade({
        assetCategory: 'OPT',
        symbol: 'SPY   240119C00480000',
        quantity: '1',
        tradePrice: '2',
        multiplier: '100',
        openCloseIndicator: 'O',
        tradeID: '3',
      }),
    ),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity).toSorted()).toEqual([
    '2024-01-15 buy AAPL 10 @ 5, -51 USD (fee 1)',
    '2024-01-15 buy SPY240119C00480000 100 @ 2, -200 USD',
    '2024-01-15 sell AAPL -10 @ 5.5, 55 USD',
  ])
})

test.each([
  ['<Trade symbol="AAPL" tradePrice="5" />', '“Currency”, “Date/Time”, “Quantity” in the section Trades'],
  [
    '<CashTransaction currency="USD" type="Dividends" dateTime="20240516" />',
    '“Amount” in the section Cash Transactions',
  ],
  ['<OpenPosition symbol="AAPL" currency="USD" />', '“Quantity” in the section Open Positions'],
  [
    '<CorporateAction symbol="AAPL" currency="USD" quantity="5" />',
    '“Date/Time”, “Description” in the section Corporate Actions',
  ],
])('a row that lacks fields names them: %s', async (row, fields) => {
  expect(await reasons(row)).toEqual([
    `2: This row is missing required fields. Tick ${fields} of your Flex query, then run it again.`,
  ])
})

test('a statement of funds without trades says which sections to select', async () => {
  expect(await reasons('<StatementOfFundsLine currency="USD" date="20240105" amount="5" />')).toEqual([
    expect.stringMatching(/Tick the sections Trades and Cash Transactions/),
  ])
})

test('a query of daily sums reads the sums, and a query of lots reads the lots', async () => {
  const read = await readBytes(
    query(
      '<CashTransaction currency="USD" type="Dividends" dateTime="20240516" symbol="AAPL" amount="5" levelOfDetail="SUMMARY" />',
      '<OpenPosition currency="USD" assetCategory="STK" symbol="AAPL" position="4" markPrice="9" costBasisPrice="2" levelOfDetail="LOT" />',
      '<OpenPosition currency="USD" assetCategory="STK" symbol="AAPL" position="6" markPrice="9" costBasisPrice="7" levelOfDetail="LOT" />',
    ),
  )
  expect(read.activities.map(describeActivity)).toEqual(['2024-05-16 dividend AAPL, 5 USD'])
  expect(read.positions.map(describePosition)).toEqual(['10 AAPL at 9, cost 5 USD'])
})

test('pence become pounds', async () => {
  const read = await readBytes(
    query(
      trade({
        currency: 'GBX',
        symbol: 'VOD',
        tradePrice: '70',
        proceeds: '-700',
        ibCommission: '-6',
        ibCommissionCurrency: 'GBP',
      }),
    ),
  )
  expect(read.activities.map(describeActivity)).toEqual(['2024-01-15 buy VOD 10 @ 0.7, -13 GBP (fee 6)'])
})

test.each([['CFD'], ['FUT']])('%s is an issue that names it, not ignored', async (category) => {
  const [reason] = await reasons(trade({ assetCategory: category, tradePrice: '5', proceeds: '-50' }))
  expect(reason).toContain(`“${category}” can’t be read: they have no holdings`)
})

test('a query saved as CSV reads like its XML', async () => {
  const read = await readFile('interactive-brokers-flex.csv')
  expect([read.broker, read.accountLabel, read.issues]).toEqual(['Interactive Brokers', '…4567', []])
  expect(read.activities.map(describeActivity)).toEqual([
    '2024-01-02 deposit, 20000 EUR',
    '2024-01-15 buy AAPL 100 @ 170.5, -17051 USD (fee 1)',
    '2024-05-16 dividend AAPL, 25 USD',
    '2024-06-03 sell short SPY250620C00600000 -100 @ 5, 499.35 USD (fee 0.65)',
  ])
  expect(read.positions.map(describePosition)).toEqual(['100 AAPL at 250.42, cost 170.51 USD'])
  const cash = read.statements?.[0]?.closing.cash ?? []
  expect(cash.map(({ amount, currency }) => `${amount.toString()} ${currency}`)).toEqual(['20000 EUR'])
  expect(read.activities.map(({ id }) => id)).toContain('interactive-brokers-flex:600000001')
})

test('individually selected CSV columns are enough, with shares named by ISIN', async () => {
  const read =
    await readBytes(`"Buy/Sell","TradeDate","ISIN","Quantity","TradePrice","TradeMoney","CurrencyPrimary","IBCommission","IBCommissionCurrency"
"BUY","20230522","US9220427424","95","90","8550","USD","-1","USD"
"SELL","20230609","US9220427424","-5","100","-500","USD","-1","USD"
`)
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual([
    '2023-05-22 buy US9220427424 95 @ 90, -8551 USD (fee 1)',
    '2023-06-09 sell US9220427424 -5 @ 100, 499 USD (fee 1)',
  ])
})
