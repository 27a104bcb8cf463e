// A whole history read from Plaid: pages, cancellations, and rows that arrive during the reading.
import { expect, test } from 'vitest'
import type { Fields } from '#tools/sandbox/plaid/state.ts'
import {
  ACCOUNT,
  activitiesIn,
  connectAda,
  compactActivity,
  security,
  TODAY,
  openPlaidFixture,
  transaction,
  providerErrorOf,
} from './plaid-fixture.ts'

const PATH = '/investments/transactions/get'
const offsetIn = (body: Fields) => (body['options'] as { offset: number }).offset
const deposit = (id: string, overrides: Fields = {}) =>
  transaction({ investment_transaction_id: id, type: 'cash', subtype: 'deposit', amount: -1, ...overrides })

test('1,203 rows come in pages of 500, each once', async () => {
  const fixture = await openPlaidFixture()
  const transactions = Array.from({ length: 1203 }, (_, n) => deposit(`row-${n}`))
  const { customer, connection } = await connectAda(fixture, { transactions })
  const found = await activitiesIn(fixture.plaid, customer, connection)
  expect(new Set(found.map(({ id }) => id)).size).toBe(1203)
  const calls = fixture.sandbox.state.calls.filter(({ path }) => path === PATH)
  expect(calls.map(({ body }) => offsetIn(body))).toEqual([0, 500, 1000])
})

test('a row that arrives during reading causes the history to be read again', async () => {
  const fixture = await openPlaidFixture()
  const transactions = Array.from({ length: 700 }, (_, n) => deposit(`row-${n}`))
  const { customer, connection, item } = await connectAda(fixture, { transactions })
  let isLate = false
  fixture.sandbox.before = (path, body) => {
    if (isLate || path !== PATH || offsetIn(body) === 0) return
    isLate = true
    item.transactions.push(deposit('late', { date: TODAY }))
  }
  const found = await activitiesIn(fixture.plaid, customer, connection)
  expect(new Set(found.map(({ id }) => id)).size).toBe(701)
  expect(found).toHaveLength(701)
})

test('a canceled purchase and its cancellation are both left out, even pages apart', async () => {
  const fixture = await openPlaidFixture()
  const bought = { security_id: 'security-of-AAPL', type: 'buy', subtype: 'buy', quantity: 1, amount: 100 }
  const { customer, connection } = await connectAda(fixture, {
    securities: [security('AAPL')],
    transactions: [
      transaction({ ...bought, investment_transaction_id: 'mistake', date: '2026-01-05' }),
      ...Array.from({ length: 600 }, (_, n) => deposit(`row-${n}`)),
      transaction({
        ...bought,
        investment_transaction_id: 'cancels it',
        cancel_transaction_id: 'mistake',
        type: 'cancel',
        quantity: -1,
        amount: -100,
        date: '2026-03-10',
      }),
    ],
  })
  const found = await activitiesIn(fixture.plaid, customer, connection)
  expect(found).toHaveLength(600)
  expect(found.every(({ type }) => type === 'deposit')).toBe(true)
})

test('only the requested account is read, up to the end of the day', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture, {
    transactions: [
      deposit('hers'),
      deposit('another’s', { account_id: 'another' }),
      deposit('to come', { date: '2026-03-21' }),
    ],
  })
  const found = await activitiesIn(fixture.plaid, customer, connection)
  expect(found.map(({ id, day, line }) => ({ id, day, line }))).toEqual([
    { id: 'hers', day: '2026-03-02', line: null },
  ])
})

test('a history that Plaid is still fetching is busy, and readable once it is there', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection, item } = await connectAda(fixture, { transactions: [deposit('first')] })
  item.isReady = false
  const error = await providerErrorOf(activitiesIn(fixture.plaid, customer, connection))
  expect([error.kind, error.retryAfterMs]).toEqual(['busy', 60_000])
  item.isReady = true
  expect((await activitiesIn(fixture.plaid, customer, connection)).map(compactActivity)).toEqual([
    { type: 'deposit', cash: '1', currency: ACCOUNT.currency },
  ])
})

test('shares paid with a coin without a three-letter code have no currency instead of dollars', async () => {
  const fixture = await openPlaidFixture()
  const tether = { iso_currency_code: null, unofficial_currency_code: 'USDT' }
  const { customer, connection } = await connectAda(fixture, { transactions: [deposit('one', tether)] })
  expect(await activitiesIn(fixture.plaid, customer, connection)).toMatchObject([{ currency: 'XXX' }])
})
