// A Plaid sandbox for tests, Plaid's adapter, and the data of Ada's account.
import { Decimal } from 'decimal.js'
import { expect, onTestFinished } from 'vitest'
import { openPlaidSandbox, type PlaidSandbox } from '#tools/sandbox/plaid/open.ts'
import { type Fields, finishPage, type Item, newItem } from '#tools/sandbox/plaid/state.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import type { PlaidSettings } from '#server/adapters/broker/plaid/client.ts'
import { openPlaid, type PlaidDeps } from '#server/adapters/broker/plaid/open.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import {
  type Connection,
  type Customer,
  type LinkedAccount,
  type Provider,
  ProviderError,
} from '#server/adapters/broker/provider.ts'

export const TODAY = '2026-03-20'
const KEYS = { clientId: 'client-of-signalpost', secret: 'secret-of-signalpost' }
export const ADA: Customer = { id: '7a1c61f4-0f0e-4a4c-9a07-6f5ad4f3c001', secret: null }
export const RETURN = 'https://signalpost.example/portfolio?connected=plaid'

export type PlaidFixture = {
  plaid: Provider
  sandbox: PlaidSandbox
  /** The clock of both. Move it by setting `at`. */
  time: { at: Date }
  /** The same adapter with other settings. */
  opened: (settings: Partial<PlaidSettings>, deps?: Partial<PlaidDeps>) => Provider
}

export async function openPlaidFixture(): Promise<PlaidFixture> {
  const time = { at: new Date(`${TODAY}T12:00:00Z`) }
  const clock: Clock = { ...systemClock, now: () => time.at, elapsedMs: () => time.at.getTime() }
  const sandbox = await openPlaidSandbox({ keys: KEYS, now: () => time.at })
  onTestFinished(() => sandbox.close())
  const opened: PlaidFixture['opened'] = (settings, deps = {}) =>
    openPlaid(
      { ...KEYS, environment: 'sandbox', basePath: sandbox.url, ...settings },
      { clock, webhookUrl: () => 'https://signalpost.example/webhooks/plaid', ...deps },
    )
  return { plaid: opened({}), sandbox, time, opened }
}

/** Ada signs in at her broker on Plaid's page. */
export async function connectAda(
  { plaid, sandbox }: Pick<PlaidFixture, 'plaid' | 'sandbox'>,
  overrides: Partial<Item> = {},
): Promise<{ customer: Customer; connection: Connection; item: Item }> {
  const { url, secret } = await plaid.begin(ADA, { returnUrl: RETURN, reconnect: null })
  const item = newItem(sandbox.state, { accounts: [account()], ...overrides })
  finishPage(sandbox.state, url, [item])
  const customer = { ...ADA, secret }
  const [connection] = await plaid.connections(customer, [])
  if (!connection) throw new Error('Nothing was connected')
  return { customer, connection, item }
}

export const ACCOUNT: LinkedAccount = {
  externalId: 'account-of-ada',
  label: '…6789',
  currency: 'USD',
  isPaper: false,
  isReady: true,
}

const DOLLARS = { iso_currency_code: 'USD', unofficial_currency_code: null }

export const account = (overrides: Fields = {}): Fields => ({
  account_id: ACCOUNT.externalId,
  balances: { available: null, current: 10_000, limit: null, ...DOLLARS },
  mask: '6789',
  name: 'Individual',
  official_name: null,
  type: 'investment',
  subtype: 'brokerage',
  ...overrides,
})

export const security = (ticker: string | null, overrides: Fields = {}): Fields => ({
  security_id: `security-of-${ticker ?? 'nobody'}`,
  ticker_symbol: ticker,
  name: ticker === null ? 'A fund without a name' : `${ticker} Inc.`,
  type: 'equity',
  is_cash_equivalent: false,
  isin: null,
  cusip: null,
  figi: null,
  option_contract: null,
  ...DOLLARS,
  ...overrides,
})

export const holding = (securityId: string, overrides: Fields): Fields => ({
  account_id: ACCOUNT.externalId,
  security_id: securityId,
  institution_price: 0,
  institution_value: 0,
  cost_basis: null,
  quantity: 0,
  ...DOLLARS,
  ...overrides,
})

export const transaction = (overrides: Fields): Fields => ({
  investment_transaction_id: `row-${JSON.stringify(overrides)}`,
  account_id: ACCOUNT.externalId,
  security_id: null,
  date: '2026-03-02',
  name: 'A row',
  quantity: 0,
  amount: 0,
  price: 0,
  fees: null,
  ...DOLLARS,
  ...overrides,
})

export async function activitiesIn(
  provider: Provider,
  customer: Customer,
  connection: Connection,
): Promise<Activity[]> {
  const all: Activity[] = []
  for await (const page of provider.activities(customer, connection, ACCOUNT, TODAY)) all.push(...page)
  return all
}

/** The adapter's activities for one row about a security. */
export async function translated(row: Fields, about: Fields | null = security('AAPL')): Promise<Fields[]> {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture, {
    securities: about ? [about] : [],
    transactions: [transaction({ security_id: about?.['security_id'] ?? null, ...row })],
  })
  return (await activitiesIn(fixture.plaid, customer, connection)).map(compactActivity)
}

/** An activity without null and zero fields, with figures as text. */
export const compactActivity = (activity: Activity): Fields =>
  Object.fromEntries(
    Object.entries(activity)
      .filter(([name]) => !['id', 'line', 'day'].includes(name))
      .map(([name, value]) => [name, value instanceof Decimal ? value.toString() : value] as const)
      .filter(([, value]) => value !== null && value !== '0'),
  )

export async function providerErrorOf(done: Promise<unknown>): Promise<ProviderError> {
  const error = await done.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}
