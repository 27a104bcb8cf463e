// What each of Plaid's kinds of transactions is in our words, with the account's signs.
import { expect, test } from 'vitest'
import type { Fields } from '#sandbox/plaid/state.ts'
import {
  connected,
  madeOf,
  security,
  openPlaidFixture,
  transaction,
  troubleOf,
  activitiesIn,
} from './plaid-fixture.ts'

const AAPL = { symbol: 'AAPL', companyName: 'AAPL Inc.', currency: 'USD' }
const USD = { currency: 'USD' }

test('Ada buys ten shares: Plaid counts what she paid as positive, we as gone', async () => {
  const bought = { type: 'buy', subtype: 'buy', quantity: 10, price: 150, amount: 1501, fees: 1 }
  expect(await madeOf(bought)).toEqual([
    { type: 'buy', ...AAPL, quantity: '10', price: '150', cash: '-1501', fee: '1' },
  ])
})

test.each([-4, 4])('Ada sells four, whichever sign her broker gives to them (%d)', async (quantity) => {
  const sold = { type: 'sell', subtype: 'sell', quantity, price: 160, amount: -639, fees: 1 }
  expect(await madeOf(sold)).toEqual([
    { type: 'sell', ...AAPL, quantity: '-4', price: '160', cash: '639', fee: '1' },
  ])
})

test('A fee above what a purchase cost was told beside it', async () => {
  const bought = { type: 'buy', subtype: 'buy', quantity: 0.74, price: 10.42, amount: 7.7, fees: 7.99 }
  expect(await madeOf(bought)).toMatchObject([{ cash: '-15.69', fee: '7.99', price: '10.42' }])
})

test('A contribution that buys at once is money that came in, and a purchase', async () => {
  const row = { type: 'buy', subtype: 'contribution', quantity: 5, price: 100, amount: 500 }
  expect(await madeOf(row)).toEqual([
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
test.each(INCOME)('A %s is a dividend', async (subtype) => {
  expect(await madeOf({ type: 'cash', subtype, amount: -8.72 })).toEqual([
    { type: 'dividend', ...AAPL, cash: '8.72' },
  ])
})

test('A reinvested dividend is the purchase it says; the dividend has a row of its own', async () => {
  const row = { type: 'buy', subtype: 'dividend reinvestment', quantity: 0.05, price: 174.4, amount: 8.72 }
  expect(await madeOf(row)).toMatchObject([{ type: 'buy', quantity: '0.05', cash: '-8.72' }])
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
    'a fee given back',
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
    'tax of the account',
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
    'money sent on',
    { type: 'transfer', subtype: 'transfer', amount: 250 },
    null,
    { type: 'withdrawal', ...USD, cash: '-250' },
  ],
  [
    'shares that came from another broker, with what they were worth',
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
])('Told as it was: %s', async (_, row, about, made) => {
  expect(await madeOf(row, about)).toEqual([made])
})

test('An option that expired ended at nothing, in shares', async () => {
  const name = 'SPY260320C00580000'
  const made = await madeOf(
    { type: 'transfer', subtype: 'expire', quantity: -2 },
    security(name, { type: 'derivative' }),
  )
  expect(made).toEqual([{ type: 'sell', symbol: name, companyName: name, quantity: '-200', currency: 'USD' }])
})

test('An option is counted in shares, whether its broker counts shares or contracts', async () => {
  const option = security('SPY260320C00580000', { type: 'derivative' })
  const inShares = { type: 'buy', subtype: 'buy', quantity: 100, price: 2.5, amount: 250 }
  const inContracts = { type: 'buy', subtype: 'buy', quantity: 1, price: 2.5, amount: 250 }
  for (const row of [inShares, inContracts])
    expect(await madeOf(row, option)).toMatchObject([{ quantity: '100', price: '2.5', cash: '-250' }])
})

test('A money-market fund bought is cash as before, and francs bought are an exchange', async () => {
  const fund = security('VMFXX', { type: 'cash' })
  expect(await madeOf({ type: 'buy', subtype: 'buy', quantity: 400, amount: 400 }, fund)).toEqual([])
  const francs = security('CUR:CHF', { type: 'cash' })
  expect(await madeOf({ type: 'buy', subtype: 'buy', quantity: 50, amount: 60 }, francs)).toEqual([
    { type: 'transfer', ...USD, cash: '-60' },
    { type: 'transfer', currency: 'CHF', cash: '50' },
  ])
})

test('What is still pending is left out, as it comes again', async () => {
  expect(await madeOf({ type: 'cash', subtype: 'pending credit', amount: -10 }, null)).toEqual([])
})

test('A row that can’t be true is told, and nothing is made of it', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connected(fixture, {
    transactions: [transaction({ type: 'buy', subtype: 'buy', quantity: 3, amount: 30 })],
  })
  const trouble = await troubleOf(activitiesIn(fixture.plaid, customer, connection))
  expect(trouble.kind).toBe('away')
  expect(trouble.message).toBe(
    'The broker tells of a buy (buy) on 2026-03-02: Shares changed, but there’s no symbol.',
  )
})
