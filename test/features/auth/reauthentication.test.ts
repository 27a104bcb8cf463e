// Confirming one's identity: which calls need it, how long it lasts, and its limit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { issueToken } from '#server/features/auth/account-tokens.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { RATE_LIMITS, REAUTHENTICATION_MINUTES } from '#shared/limits.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const MINUTE_MS = 60_000
const CREDENTIAL = {
  id: 'any',
  rawId: 'any',
  type: 'public-key',
  response: { clientDataJSON: 'any', attestationObject: 'any' },
}

const NOBODYS = '11111111-1111-4111-8111-111111111111'

/** Every call that needs a confirmed identity. */
const CALLS: [method: string, path: string, body?: unknown][] = [
  ['POST', '/api/factors/authenticator'],
  ['POST', '/api/factors/authenticator/confirm', { code: '123456' }],
  ['DELETE', '/api/factors/authenticator'],
  ['POST', '/api/factors/recovery-codes'],
  ['POST', '/api/factors/passkeys/options'],
  ['POST', '/api/factors/passkeys', { name: 'Laptop', credential: CREDENTIAL }],
  ['DELETE', '/api/factors/passkeys/any'],
  ['POST', '/api/creator/setup-pricing', { priceInCents: 900 }],
  ['PUT', '/api/creator/subscription-price', { priceInCents: 900 }],
  ['PUT', '/api/profile', { subscriptionPrice: 900 }],
  ['PUT', '/api/profile', { username: 'bob' }],
  ['POST', '/api/stripe/connect/create-account'],
  ['POST', '/api/stripe/connect/create-account-link'],
  ['PUT', '/api/email', { email: 'ada@new.example.com' }],
  ['POST', '/api/data-export'],
  ['POST', `/api/data-export/${NOBODYS}/download`],
  ['GET', `/api/data-export/${NOBODYS}/file`],
  ['POST', '/api/billing-portal'],
  ['DELETE', '/api/sessions'],
  ['DELETE', '/api/sessions/any'],
  ['POST', '/api/account-deletion', { username: 'not hers' }],
]

const clock = settableClock()
let server: TestServer
let people: Record<'ada' | 'bob' | 'cleo' | 'dan', Person>
beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, { ada: creator(), bob: member(), cleo: member(), dan: member() })
})
afterAll(() => server.stop())

const confirm = (browser: Browser, password = 'signalpost') =>
  browser.call(factors.reauthenticate, { body: { password } })
const codeOf = async (browser: Browser, [method, path, body]: (typeof CALLS)[number]) => {
  const { status, body: answer } = await browser.send(method, path, body)
  return status < 400 ? null : (answer as { code: string }).code
}

test.each(CALLS)('10 minutes after signing in, %s %s needs a confirmed identity', async (...call) => {
  const ada = await server.signIn('ada')
  expect(await codeOf(ada, call)).not.toBe('reauthentication_required')
  clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS)
  expect(await ada.send(...call)).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_required', message: 'Confirm that it’s you, then try again.' },
  })
  await confirm(ada)
  expect(await codeOf(ada, call)).not.toBe('reauthentication_required')
})

test('other changes of a profile need no confirmed identity', async () => {
  const cleo = await server.signIn('cleo')
  clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS)
  expect((await cleo.send('PUT', '/api/profile', { bio: 'Engines', username: 'Cleo' })).status).toBe(200)
})

test('a confirmation by password lasts 10 minutes, in this browser only', async () => {
  const [laptop, phone] = [await server.signIn('bob'), await server.signIn('bob')]
  const start = (browser: Browser) => browser.call(factors.setUpAuthenticator)
  clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS)
  expect(await confirm(laptop)).toEqual({ message: 'Confirmed' })
  clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS - 1000)
  await start(laptop)
  expect(await refusal(start(phone))).toMatchObject({ code: 'reauthentication_required' })
  clock.pass(1000)
  expect(await refusal(start(laptop))).toMatchObject({ code: 'reauthentication_required' })
})

test('confirming gives the session a new cookie, and a copy of the earlier one stops working', async () => {
  const bob = await server.signIn('bob')
  const copy = server.visitor(bob.cookies)
  expect(await copy.call(auth.currentUser)).toMatchObject({ username: 'bob' })
  await confirm(bob)
  expect(await copy.call(auth.currentUser)).toBeNull()
  expect(await bob.call(auth.currentUser)).toMatchObject({ username: 'bob' })
})

test('signing in with an emailed link that asks for no password doesn’t confirm the identity', async () => {
  const browser = await withLink(people.dan, 'sign_in')
  expect(await codeOf(browser, CALLS[0]!)).toBe('reauthentication_required')
  await confirm(browser)
  expect(await codeOf(browser, CALLS[0]!)).toBeNull()
})

test('setting a new password with an emailed link confirms the identity', async () => {
  const browser = await withLink(people.dan, 'reset_password')
  expect(await codeOf(browser, CALLS[0]!)).toBeNull()
})

/** A browser that has used a link of this kind. */
async function withLink({ id: userId }: Person, purpose: 'reset_password' | 'sign_in'): Promise<Browser> {
  const { db, config } = server.deps
  const issue = { userId, purpose, minutes: 30 }
  const id = await db.transaction().execute((trx) => issueToken(trx, server.deps, issue))
  const token = tokenOf(config.sessionSecret, id)
  const browser = server.visitor()
  if (purpose === 'sign_in') await browser.call(auth.loginWithLink, { body: { token } })
  else await browser.call(auth.resetPassword, { body: { token, password: 'quiet harbor lamp' } })
  return browser
}

test('a wrong password confirms nothing', async () => {
  const bob = await server.signIn('bob')
  clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS)
  expect(await refusal(confirm(bob, 'not mine'))).toMatchObject({ status: 403, code: 'wrong_password' })
  expect(await refusal(bob.call(factors.setUpAuthenticator))).toMatchObject({
    code: 'reauthentication_required',
  })
})

test('a person has 20 guesses of the password an hour', async () => {
  const limited = await startServer({ settings: { RATE_LIMITS: 'on' } })
  await buildPeople(limited.deps, { cleo: member() })
  const cleo = await limited.signIn('cleo')
  const statuses: number[] = []
  for (let n = 0; n <= RATE_LIMITS.reauthentication.points; n += 1)
    statuses.push((await cleo.send('POST', '/api/reauthentications', { password: 'not mine' })).status)
  expect(statuses).toEqual([...Array<number>(20).fill(403), 429])
  await limited.stop()
})
