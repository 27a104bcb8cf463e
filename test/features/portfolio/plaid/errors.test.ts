// Errors between Plaid and us, none of which contains a secret.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { Refusal } from '#tools/sandbox/plaid/state.ts'
import { sourceFiles } from '#test/source.ts'
import {
  ACCOUNT,
  ADA,
  connectAda,
  RETURN,
  type PlaidFixture,
  openPlaidFixture,
  providerErrorOf,
} from './plaid-fixture.ts'

const PATH = '/investments/holdings/get'

async function refused(refusal: Partial<Refusal>, deps: Parameters<PlaidFixture['opened']>[1] = {}) {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture)
  fixture.sandbox.refuse(PATH, { status: 400, type: 'ITEM_ERROR', code: 'OTHER', ...refusal })
  const error = await providerErrorOf(fixture.opened({}, deps).balance(customer, connection, ACCOUNT))
  const [token = ''] = connection.secret?.split(' ') ?? []
  expect(token).toMatch(/^access-sandbox-/)
  const text = `${error.message} ${inspect(error, { depth: 10 })}`
  for (const secret of [token, 'secret-of-signalpost']) expect(text).not.toContain(secret)
  return error
}

test.each<[string, Partial<Refusal>]>([
  ['busy', { status: 429, type: 'RATE_LIMIT_EXCEEDED', code: 'INVESTMENT_HOLDINGS_GET_LIMIT' }],
  ['busy', { code: 'PRODUCT_NOT_READY' }],
  ['disabled', { code: 'ITEM_LOGIN_REQUIRED' }],
  ['disabled', { code: 'INVALID_CREDENTIALS' }],
  ['disabled', { code: 'ACCESS_NOT_GRANTED' }],
  ['gone', { code: 'ITEM_NOT_FOUND' }],
  ['gone', { type: 'INVALID_INPUT', code: 'INVALID_ACCESS_TOKEN' }],
  ['away', { type: 'INSTITUTION_ERROR', code: 'INSTITUTION_DOWN' }],
  ['away', { status: 500, type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }],
  ['away', { status: 200, instead: 'page' }],
  ['away', { status: 502, instead: 'page' }],
  ['away', { instead: 'cut' }],
])('the error is %s: %o', async (kind, refusal) => {
  expect((await refused(refusal)).kind).toBe(kind)
})

test('the retry delay is Plaid’s value, or a minute', async () => {
  const limit = { status: 429, type: 'RATE_LIMIT_EXCEEDED', code: 'RATE_LIMIT' }
  expect((await refused({ ...limit, headers: { 'retry-after': '7' } })).retryAfterMs).toBe(7000)
  expect((await refused(limit)).retryAfterMs).toBe(60_000)
})

test('a call without an answer times out', async () => {
  const error = await refused({ instead: 'silence' }, { answerMs: 200 })
  expect([error.kind, error.message]).toEqual(['away', 'Plaid did not answer (ERR_CANCELED)'])
})

test('rejected keys are the operator’s problem, and everybody’s connections stay', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture)
  const misconfigured = fixture.opened({ secret: 'another-secret' })
  const error = await providerErrorOf(misconfigured.connections(customer, [connection]))
  expect(error.kind).toBe('away')
  expect(error.message).toContain('INVALID_API_KEYS')
  expect(error.message).toContain('PLAID_SECRET')
  expect(inspect(error, { depth: 10 })).not.toContain('another-secret')
})

test('an unreachable Plaid is an “away” error', async () => {
  const nowhere = (await openPlaidFixture()).opened({ basePath: 'http://127.0.0.1:1' })
  const error = await providerErrorOf(nowhere.begin(ADA, { returnUrl: RETURN, reconnect: null }))
  expect([error.kind, error.message]).toEqual(['away', 'Plaid did not answer (ECONNREFUSED)'])
})

test('the SDK and the signature library are loaded on first use, not at startup', () => {
  const adapter = sourceFiles().filter(({ path }) => path.startsWith('server/adapters/broker/plaid/'))
  const imports = adapter.flatMap((file) => file.imports.filter(({ to }) => to === 'plaid' || to === 'jose'))
  expect(imports.length).toBeGreaterThan(2)
  expect(imports.filter(({ isType, isLazy }) => !isType && !isLazy)).toEqual([])
})
