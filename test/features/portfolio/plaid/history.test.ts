// A whole history read from Plaid: page after page, cancellations, and rows that come while it is read.
import { expect, test } from 'vitest'
import type { Fields } from '#sandbox/plaid/state.ts'
import {
  ACCOUNT,
  activitiesIn,
  connected,
  inShort,
  security,
  TODAY,
  openPlaidFixture,
  transaction,
  troubleOf,
} from './plaid-fixture.ts'

const PATH = '/investments/transactions/get'
const offsetIn = (body: Fields) => (body['options'] as { offset: number }).offset
const deposit = (id: string, told: Fields = {}) =>
  transaction({ investment_transaction_id: id, type: 'cash', subtype: 'deposit', amount: -1, ...told })

test('1,203 rows come in pages of 500, each once', async () => {
  const fixture = await openPlaidFixture()
  const transactions = Array.from({ length: 1203 }, (_, n) => deposit(`row-${n}`))
  const { customer, connection } = await connected(fixture, { transactions })
  const found = await activitiesIn(fixture.plaid, customer, connection)
  expect(new Set(found.map(({ id }) => id)).size).toBe(1203)
  const calls = fixture.sandbox.state.calls.filter(({ path }) => path === PATH)
  expect(calls.map(({ body }) => offsetIn(body))).toEqual([0, 500, 1000])
})

test('A row that comes while the history is read makes it be read again', async () => {
  const fixture = await openPlaidFixture()
  const transactions = Array.from({ length: 700 }, (_, n) => deposit(`row-${n}`))
  const { customer, connection, item } = await connected(fixture, { transactions })
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

test('A cancelled purchase and its cancellation are both left out, though pages lie between them', async () => {
  const fixture = await openPlaidFixture()
  const bought = { security_id: 'security-of-AAPL', type: 'buy', subtype: 'buy', quantity: 1, amount: 100 }
  const { customer, connection } = await connected(fixture, {
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

test('Only the account that was asked for is told of, to the end of the day', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connected(fixture, {
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

test('A history Plaid still fetches is busy, and is told once it is there', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection, item } = await connected(fixture, { transactions: [deposit('first')] })
  item.isReady = false
  const trouble = await troubleOf(activitiesIn(fixture.plaid, customer, connection))
  expect([trouble.kind, trouble.retryAfterMs]).toEqual(['busy', 60_000])
  item.isReady = true
  expect((await activitiesIn(fixture.plaid, customer, connection)).map(inShort)).toEqual([
    { type: 'deposit', cash: '1', currency: ACCOUNT.currency },
  ])
})

test('Shares paid for in a coin without a code of three letters are in no currency, not in dollars', async () => {
  const fixture = await openPlaidFixture()
  const tether = { iso_currency_code: null, unofficial_currency_code: 'USDT' }
  const { customer, connection } = await connected(fixture, { transactions: [deposit('one', tether)] })
  expect(await activitiesIn(fixture.plaid, customer, connection)).toMatchObject([{ currency: 'XXX' }])
})
