// Plaid's accounts and holdings.
import { expect, test } from 'vitest'
import type { Fields, Item } from '#tools/sandbox/plaid/state.ts'
import {
  ACCOUNT,
  account,
  connectAda,
  holding,
  security,
  openPlaidFixture,
  providerErrorOf,
} from './plaid-fixture.ts'

async function accountsWith(overrides: Partial<Item>) {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture, overrides)
  return await fixture.plaid.accounts(customer, connection)
}

async function balanceWith(securities: Fields[], holdings: Fields[]) {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture, { securities, holdings })
  const { positions, cash } = await fixture.plaid.balance(customer, connection, ACCOUNT)
  return JSON.parse(JSON.stringify({ positions, cash })) as { positions: Fields[]; cash: Fields[] }
}

test('Ada’s brokerage account shows its last digits, and her credit card is ignored', async () => {
  const card = account({ account_id: 'card', type: 'credit' })
  expect(await accountsWith({ accounts: [account(), card] })).toEqual([ACCOUNT])
})

test('an account that Plaid is still reading exists and isn’t ready', async () => {
  expect(await accountsWith({ isReady: false })).toEqual([{ ...ACCOUNT, isReady: false }])
})

test('holdings that Ada typed in herself are never shown as real', async () => {
  expect(await accountsWith({ isTypedIn: true })).toEqual([{ ...ACCOUNT, isPaper: true }])
})

test('a closed account is gone', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture)
  const closed = { ...ACCOUNT, externalId: 'closed' }
  expect((await providerErrorOf(fixture.plaid.balance(customer, connection, closed))).kind).toBe('gone')
})

test('holdings have a cost per share, although Plaid reports the total cost', async () => {
  const { positions, cash } = await balanceWith(
    [security('AAPL')],
    [
      holding('security-of-AAPL', {
        quantity: 12.5,
        cost_basis: 1250,
        institution_price: 210.1,
        institution_value: 2626.25,
      }),
      holding('security-of-AAPL', { account_id: 'another', quantity: 99 }),
    ],
  )
  expect(positions).toEqual([
    {
      symbol: 'AAPL',
      companyName: 'AAPL Inc.',
      quantity: '12.5',
      averageCost: '100',
      price: '210.1',
      currency: 'USD',
    },
  ])
  expect(cash).toEqual([])
})

test('dollars, a money-market fund and francs are cash, each in its currency', async () => {
  const { positions, cash } = await balanceWith(
    [
      security('CUR:USD', { type: 'cash' }),
      security('VMFXX', { type: 'mutual fund', is_cash_equivalent: true }),
      security('CUR:CHF', { type: 'cash' }),
    ],
    [
      holding('security-of-CUR:USD', { quantity: 120.5, institution_price: 1, institution_value: 120.5 }),
      holding('security-of-VMFXX', { quantity: 400, institution_price: 1, institution_value: 400 }),
      holding('security-of-CUR:CHF', { quantity: 50, institution_price: 1.2, institution_value: 60 }),
    ],
  )
  expect(positions).toEqual([])
  expect(cash).toEqual([
    { currency: 'USD', amount: '520.5' },
    { currency: 'CHF', amount: '50' },
  ])
})

test('an option has the same symbol as in exports and is counted in shares, however Plaid counts it', async () => {
  const option = {
    type: 'derivative',
    option_contract: {
      contract_type: 'put',
      expiration_date: '2026-03-20',
      strike_price: 52.5,
      underlying_security_ticker: 'SPY',
    },
  }
  const { positions } = await balanceWith(
    [
      security('SPY put', option),
      security('NFLX180201C00355000', { type: 'derivative', security_id: 'nflx' }),
    ],
    [
      holding('security-of-SPY put', {
        quantity: 2,
        institution_price: 3,
        institution_value: 600,
        cost_basis: 500,
      }),
      holding('nflx', { quantity: 10_000, institution_price: 0.011, institution_value: 110 }),
    ],
  )
  expect(positions).toMatchObject([
    { symbol: 'SPY260320P00052500', quantity: '200', price: '3', averageCost: '2.5' },
    { symbol: 'NFLX180201C00355000', quantity: '10000', price: '0.011' },
  ])
})

test.each([
  ['a coin by its sign', security('CUR:BTC', { type: 'cryptocurrency' }), 'BTC'],
  ['a share class as on the exchange', security('BRK/B'), 'BRK.B'],
  ['a bond by its CUSIP', security(null, { type: 'fixed income', cusip: '912810TW8' }), '912810TW8'],
  [
    'a fund without any number by a digest of Plaid’s id',
    security(null),
    expect.stringMatching(/^PLAID-[0-9A-F]{16}$/),
  ],
])('%s', async (_, about, symbol) => {
  const { positions } = await balanceWith([about], [holding(String(about['security_id']), { quantity: 1 })])
  expect(positions).toMatchObject([{ symbol, price: null, averageCost: null }])
})

test('a bond’s price is per unit, and pence become pounds', async () => {
  const pence = { iso_currency_code: null, unofficial_currency_code: 'GBX' }
  const { positions } = await balanceWith(
    [security(null, { type: 'fixed income', cusip: '912810TW8' }), security('VOD')],
    [
      holding('security-of-nobody', { quantity: 5000, institution_price: 98.5, institution_value: 4925 }),
      holding('security-of-VOD', {
        quantity: 100,
        institution_price: 70,
        institution_value: 7000,
        cost_basis: 6500,
        ...pence,
      }),
    ],
  )
  expect(positions).toMatchObject([
    { quantity: '5000', price: '0.985' },
    { symbol: 'VOD', price: '0.7', averageCost: '0.65', currency: 'GBP' },
  ])
})
