// The translation of each of Plaid's transaction types, with the account's signs.
import { expect, test } from 'vitest'
import type { Fields } from '#tools/sandbox/plaid/state.ts'
import {
  connectAda,
  translated,
  security,
  openPlaidFixture,
  transaction,
  providerErrorOf,
  activitiesIn,
} from './plaid-fixture.ts'

const AAPL = { symbol: 'AAPL', companyName: 'AAPL Inc.', currency: 'USD' }
const USD = { currency: 'USD' }

test('Ada buys ten shares: Plaid’s positive amount is negative here', async () => {
  const bought = { type: 'buy', subtype: 'buy', quantity: 10, price: 150, amount: 1501, fees: 1 }
  expect(await translated(bought)).toEqual([
    { type: 'buy', ...AAPL, quantity: '10', price: '150', cash: '-1501', fee: '1' },
  ])
})

test.each([-4, 4])('Ada sells four shares, whichever sign her broker uses (%d)', async (quantity) => {
  const sold = { type: 'sell', subtype: 'sell', quantity, price: 160, amount: -639, fees: 1 }
  expect(await translated(sold)).toEqual([
    { type: 'sell', ...AAPL, quantity: '-4', price: '160', cash: '639', fee: '1' },
  ])
})

test('a fee above a purchase’s cost was reported beside it', async () => {
  const bought = { type: 'buy', subtype: 'buy', quantity: 0.74, price: 10.42, amount: 7.7, fees: 7.99 }
  expect(await translated(bought)).toMatchObject([{ cash: '-15.69', fee: '7.99', price: '10.42' }])
})

test('a contribution that buys shares at once is a deposit and a purchase', async () => {
  const row = { type: 'buy', subtype: 'contribution', quantity: 5, price: 100, amount: 500 }
  expect(await translated(row)).toEqual([
    { type: 'deposit', ...AAPL, cash: '500' },
    { type: 'buy', ...AAPL, quantity: '5', price: '100', cash: '-500' },
  ])
})

const INCOME = [
  'dividend',
  'qualified dividend',
  'non-qualified dividend',
  'long-term capital gain',
  'short-term capital gain',
  'unqualified gain',
  'return of principal',
]
test.each(INCOME)('a %s is a dividend', async (subtype) => {
  expect(await translated({ type: 'cash', subtype, amount: -8.72 })).toEqual([
    { type: 'dividend', ...AAPL, cash: '8.72' },
  ])
})

test('a reinvested dividend is a purchase; the dividend has its own row', async () => {
  const row = { type: 'buy', subtype: 'dividend reinvestment', quantity: 0.05, price: 174.4, amount: 8.72 }
  expect(await translated(row)).toMatchObject([{ type: 'buy', quantity: '0.05', cash: '-8.72' }])
})

test.each<[string, Fields, Fields | null, Fields]>([
  [
    'interest',
    { type: 'cash', subtype: 'interest', amount: -1.25 },
    null,
    { type: 'interest', ...USD, cash: '1.25' },
  ],
  [
    'interest on margin',
    { type: 'fee', subtype: 'interest', amount: 3 },
    null,
    { type: 'interest', ...USD, cash: '-3' },
  ],
  [
    'a fee',
    { type: 'fee', subtype: 'management fee', amount: 4.5 },
    null,
    { type: 'fee', ...USD, cash: '-4.5', fee: '4.5' },
  ],
  [
    'a refunded fee',
    { type: 'fee', subtype: 'account fee', amount: -4.5 },
    null,
    { type: 'fee', ...USD, cash: '4.5' },
  ],
  [
    'tax on a dividend',
    { type: 'fee', subtype: 'non-resident tax', amount: 1.3 },
    security('AAPL'),
    { type: 'dividend', ...AAPL, cash: '-1.3' },
  ],
  [
    'account tax',
    { type: 'cash', subtype: 'tax withheld', amount: 2 },
    null,
    { type: 'fee', ...USD, cash: '-2', fee: '2' },
  ],
  [
    'a deposit',
    { type: 'cash', subtype: 'deposit', amount: -1000 },
    null,
    { type: 'deposit', ...USD, cash: '1000' },
  ],
  [
    'a deposit of dollars as a security',
    { type: 'cash', subtype: 'deposit', amount: -1000, quantity: 1000 },
    security('CUR:USD', { type: 'cash' }),
    { type: 'deposit', ...USD, cash: '1000' },
  ],
  [
    'a withdrawal',
    { type: 'cash', subtype: 'withdrawal', amount: 250 },
    null,
    { type: 'withdrawal', ...USD, cash: '-250' },
  ],
  [
    'an outgoing transfer',
    { type: 'transfer', subtype: 'transfer', amount: 250 },
    null,
    { type: 'withdrawal', ...USD, cash: '-250' },
  ],
  [
    'shares from another broker, with their value',
    { type: 'transfer', subtype: 'transfer', quantity: 10, amount: 1500 },
    security('AAPL'),
    { type: 'transfer', ...AAPL, quantity: '10', price: '150' },
  ],
  [
    'shares a split added',
    { type: 'transfer', subtype: 'split', quantity: 30 },
    security('AAPL'),
    { type: 'split', ...AAPL, quantity: '30' },
  ],
  [
    'shares of a spin-off',
    { type: 'transfer', subtype: 'spin off', quantity: 3, amount: 60 },
    security('AAPL'),
    { type: 'dividend', ...AAPL, quantity: '3' },
  ],
  [
    'a dividend in shares',
    { type: 'cash', subtype: 'stock distribution', quantity: 1 },
    security('AAPL'),
    { type: 'dividend', ...AAPL, quantity: '1' },
  ],
  [
    'a merger paid in cash',
    { type: 'transfer', subtype: 'merger', quantity: -10, amount: -900, price: 90 },
    security('AAPL'),
    { type: 'sell', ...AAPL, quantity: '-10', price: '90', cash: '900' },
  ],
  [
    'shares an assigned option delivered',
    { type: 'transfer', subtype: 'assignment', quantity: 100, amount: 5000, price: 50 },
    security('AAPL'),
    { type: 'buy', ...AAPL, quantity: '100', price: '50', cash: '-5000' },
  ],
])('a transaction is translated: %s', async (_, row, about, made) => {
  expect(await translated(row, about)).toEqual([made])
})

test('an expired option ends at zero, counted in shares', async () => {
  const name = 'SPY260320C00580000'
  const made = await translated(
    { type: 'transfer', subtype: 'expire', quantity: -2 },
    security(name, { type: 'derivative' }),
  )
  expect(made).toEqual([{ type: 'sell', symbol: name, companyName: name, quantity: '-200', currency: 'USD' }])
})

test('an option is counted in shares, whether its broker counts shares or contracts', async () => {
  const option = security('SPY260320C00580000', { type: 'derivative' })
  const inShares = { type: 'buy', subtype: 'buy', quantity: 100, price: 2.5, amount: 250 }
  const inContracts = { type: 'buy', subtype: 'buy', quantity: 1, price: 2.5, amount: 250 }
  for (const row of [inShares, inContracts])
    expect(await translated(row, option)).toMatchObject([{ quantity: '100', price: '2.5', cash: '-250' }])
})

test('a purchased money-market fund is still cash, and purchased francs are an exchange', async () => {
  const fund = security('VMFXX', { type: 'cash' })
  expect(await translated({ type: 'buy', subtype: 'buy', quantity: 400, amount: 400 }, fund)).toEqual([])
  const francs = security('CUR:CHF', { type: 'cash' })
  expect(await translated({ type: 'buy', subtype: 'buy', quantity: 50, amount: 60 }, francs)).toEqual([
    { type: 'transfer', ...USD, cash: '-60' },
    { type: 'transfer', currency: 'CHF', cash: '50' },
  ])
})

test('a pending transaction is left out, because it is listed again', async () => {
  expect(await translated({ type: 'cash', subtype: 'pending credit', amount: -10 }, null)).toEqual([])
})

test('an impossible row is an error and produces no activity', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture, {
    transactions: [transaction({ type: 'buy', subtype: 'buy', quantity: 3, amount: 30 })],
  })
  const error = await providerErrorOf(activitiesIn(fixture.plaid, customer, connection))
  expect(error.kind).toBe('away')
  expect(error.message).toBe(
    'The broker reports a buy (buy) on 2026-03-02: Shares changed, but there’s no symbol.',
  )
})
