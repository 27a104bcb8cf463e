// Balances at the beginning and end of a statement's period: shares, cash and total value.
import { expect, test } from 'vitest'
import type { StatementBalance } from '#engine/portfolio/activity.ts'
import { describePosition, readBytes, readFile } from './export-files.ts'

const figuresOf = ({ positions, cash, netAssetValue }: StatementBalance) => ({
  positions: positions?.map(describePosition) ?? null,
  cash: cash?.map(({ amount, currency }) => `${amount.toString()} ${currency}`) ?? null,
  value: netAssetValue && `${netAssetValue.amount.toString()} ${netAssetValue.currency}`,
})

async function statementsOf(content: ReturnType<typeof readFile>) {
  const { statements = [] } = await content
  return statements.map(({ from, to, opening, closing }) => ({
    period: `${from} to ${to}`,
    opening: figuresOf(opening),
    closing: figuresOf(closing),
  }))
}

test('an activity statement of Interactive Brokers has both, with shares in their own currency', async () => {
  expect(await statementsOf(readFile('interactive-brokers-balances.csv'))).toEqual([
    {
      period: '2024-01-01 to 2024-12-31',
      opening: {
        positions: ['1000 AAPL at 190, cost ? USD', '-20 ULVR at 38, cost ? GBP'],
        cash: ['7910.5 EUR', '100 USD'],
        value: '170000 EUR',
      },
      closing: {
        positions: [
          '600 AAPL at 250.42, cost 171.51 USD',
          '-20 ULVR at 41, cost 39.5 GBP',
          '200 SPY250620C00600000 at 5.1, cost 5.0065 USD',
          '10000 T.2.1/4.11/15/27 at 0.991, cost 0.985 USD',
        ],
        cash: ['10952.5 EUR', '50 USD'],
        value: '191000 EUR',
      },
    },
  ])
})

test('a Flex Query has both for each of its accounts', async () => {
  expect(await statementsOf(readFile('interactive-brokers-flex-balances.xml'))).toEqual([
    {
      period: '2024-01-01 to 2024-12-31',
      opening: {
        positions: ['1000 AAPL at 190, cost ? USD'],
        cash: ['7910.5 EUR', '100 USD'],
        value: '170000 EUR',
      },
      closing: {
        positions: ['600 AAPL at 250.42, cost 171.51 USD', '200 SPY250620C00600000 at 5.1, cost 5.0065 USD'],
        cash: ['10952.5 EUR', '-50 USD'],
        value: '191000 EUR',
      },
    },
    {
      period: '2024-01-01 to 2024-12-31',
      opening: { positions: null, cash: null, value: '1000 EUR' },
      closing: { positions: null, cash: null, value: '1300 EUR' },
    },
  ])
})

test('accounts whose balances or rows aren’t told apart stay together', async () => {
  const both = await readFile('interactive-brokers-flex-balances.xml')
  expect([both.accounts, both.joint]).toEqual([[], both.accountLabel?.split(', ')])
  expect(both.joint).toHaveLength(2)
  const refused = readFile('interactive-brokers-flex-balances.xml', { accounts: both.joint.slice(0, 1) })
  await expect(refused).rejects.toThrow('can’t be divided by account')
})

test('the portal’s transaction history has the cash of both days in the base currency', async () => {
  const text = `Statement,Header,Field Name,Field Value
Statement,Data,Title,Transaction History
Statement,Data,Period,"February 3, 2025"
Summary,Header,Field Name,Field Value
Summary,Data,Base Currency,GBP
Summary,Data,Starting Cash,12.5
Summary,Data,Ending Cash,25.5
Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Gross Amount ,Commission,Net Amount
Transaction History,Data,2025-02-03,U***00000,GBP Credit Interest for Jan-2025,Credit Interest,-,-,-,13.0,-,13.0
`
  expect(await statementsOf(readBytes(text))).toEqual([
    {
      period: '2025-02-03 to 2025-02-03',
      opening: { positions: null, cash: ['12.5 GBP'], value: null },
      closing: { positions: null, cash: ['25.5 GBP'], value: null },
    },
  ])
})

test('a Vanguard UK export has the cash before its first and after its last row', async () => {
  const [statement, ...others] = await statementsOf(readFile('vanguard-uk.csv'))
  expect(others).toEqual([])
  expect(statement).toMatchObject({
    period: '2022-03-08 to 2022-10-01',
    opening: { positions: null, cash: ['250 GBP'] },
    closing: { positions: null, cash: ['0 GBP'] },
  })
})

test('a statement with an empty holdings section reports no holdings, and one without that section reports nothing', async () => {
  const period =
    'Statement,Header,Field Name,Field Value\nStatement,Data,Period,"May 1, 2024 - May 31, 2024"\n'
  const cash = 'Cash Report,Header,Currency Summary,Currency,Total\nCash Report,Data,Starting Cash,USD,5\n'
  const marked =
    'Mark-to-Market Performance Summary,Header,Asset Category,Symbol,Prior Quantity,Current Quantity\n'
  const row = 'Mark-to-Market Performance Summary,Data,Forex,EUR,1,1\n'
  const [empty] = await statementsOf(readBytes(period + cash + marked + row))
  expect([empty?.opening.positions, empty?.closing.positions]).toEqual([[], []])
  const [silent] = await statementsOf(readBytes(period + cash))
  expect(silent).toMatchObject({ opening: { positions: null, cash: ['5 USD'] }, closing: { cash: null } })
})

test.each([
  'schwab.csv',
  'fidelity.csv',
  'robinhood.csv',
  'trading-212.csv',
  'degiro-account-nl.csv',
  'etoro.csv',
])('%s reports no balances, and none are invented', async (name) => {
  expect((await readFile(name)).statements).toBeUndefined()
})
