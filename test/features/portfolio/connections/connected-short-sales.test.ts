// Short sales and written options as SnapTrade and Plaid report them.
import type { InvestmentTransaction } from 'plaid'
import { expect, test } from 'vitest'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { plaidActivities } from '#server/adapters/broker/plaid/translate.ts'
import { activityOf } from '#server/adapters/broker/snaptrade/translate.ts'
import { describeActivity } from '#test/engine/broker-files/export-files.ts'
import { plain } from '#test/engine/portfolio/performance/rows.ts'

const WITH = { today: '2026-01-01', currency: 'USD' }
const OPTION = { ticker: 'AAPL  250620C00250000', is_mini_option: false }

function snapTrade(id: string, day: string, more: object) {
  const row = { id, trade_date: `${day}T00:00:00Z`, currency: { code: 'USD' }, fee: 0, ...more }
  return activityOf(row, WITH) ?? []
}

test.each(['OPTIONEXPIRATION', 'OPTIONASSIGNMENT'])(
  'SnapTrade: an option is written, until its %s',
  (type) => {
    const written = { option_symbol: OPTION, price: 2, units: -2, amount: 400, option_type: 'SELL_TO_OPEN' }
    const bought = { option_symbol: OPTION, price: 1, units: 1, amount: -100, option_type: 'BUY_TO_CLOSE' }
    const rows = [
      snapTrade('a', '2025-06-02', { type: 'SELL', ...written }),
      snapTrade('b', '2025-06-03', { type: 'BUY', ...bought }),
      snapTrade('c', '2025-06-20', { type, option_symbol: OPTION, units: 1, price: 0, amount: 0 }),
    ].flat()
    expect(rows.map(describeActivity)).toEqual([
      '2025-06-02 sell short AAPL250620C00250000 -200 @ 2, 400 USD',
      '2025-06-03 buy short AAPL250620C00250000 100 @ 1, -100 USD',
      '2025-06-20 buy AAPL250620C00250000 100 @ 0, 0 USD',
    ])
    const holding = buildBook(rows).book?.holdings.get('AAPL250620C00250000')
    expect([plain(holding?.quantity), plain(holding?.realized)]).toEqual([0, 300])
  },
)

test('Plaid: shares are sold short and bought back, by their subtypes', () => {
  const row = (id: string, more: object) => {
    const same = {
      investment_transaction_id: id,
      account_id: 'x',
      name: '',
      security_id: 's',
      date: '2025-06-02',
    }
    const money = { price: 0, fees: 0, iso_currency_code: 'USD', unofficial_currency_code: null }
    return { ...same, ...money, ...more } as InvestmentTransaction
  }
  const security = { security_id: 's', type: 'equity', ticker_symbol: 'TSLA', name: 'Tesla' }
  const securities = new Map([['s', security]]) as unknown as Parameters<typeof plaidActivities>[1]
  const rows = [
    row('1', { type: 'sell', subtype: 'sell short', quantity: -10, price: 250, amount: -2500 }),
    row('2', { type: 'buy', subtype: 'buy to cover', quantity: 4, price: 240, amount: 960 }),
  ].flatMap((each) => plaidActivities(each, securities, WITH))
  expect(rows.map(describeActivity)).toEqual([
    '2025-06-02 sell short TSLA -10 @ 250, 2500 USD',
    '2025-06-02 buy short TSLA 4 @ 240, -960 USD',
  ])
})
