// A forgotten password: the same answer for everybody, an email with a link, and what the link does.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { emailPasswordReset } from '#server/features/auth/email-password-reset.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { auth } from '#shared/contracts/auth.ts'
import { emails, linkIn } from '#test/emails.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NEW = 'quiet harbor lamp'
const ANSWER = { message: 'If there’s an account, we’ve sent a link. It works for 30 minutes.' }

const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

let count = 0
let ada: Person
beforeEach(async () => {
  const name = `ada_${(count += 1)}`
  ada = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
})

const ask = (login: string) => server.visitor().call(auth.requestPasswordReset, { body: { login } })
const emailsToAda = async () => {
  await server.jobsDone()
  return await emails(server.deps, ada.email)
}
/** Asks for a link and returns its token. */
async function tokenFor(login: string): Promise<string> {
  await ask(login)
  const newest = (await emailsToAda()).at(-1)
  if (!newest) throw new Error('No email came')
  const { pathname, search, hash } = linkIn(newest)
  // The token is in the fragment, so that no server logs it.
  expect([pathname, search]).toEqual(['/reset-password', ''])
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
const check = (token: string) => server.visitor().call(auth.checkPasswordReset, { body: { token } })
const reset = (token: string, password = NEW, browser = server.visitor()) =>
  browser.call(auth.resetPassword, { body: { token, password } })

test('the answer is the same for a username, an email and an unknown login', async () => {
  for (const login of [
    ada.username,
    ada.email.toUpperCase(),
    'nobody',
    'nobody@example.com',
    'x'.repeat(254),
  ])
    expect(await ask(login)).toEqual(ANSWER)
  await server.jobsDone()
  expect(await emails(server.deps, 'nobody@example.com')).toEqual([])
})

test.each([
  ['the username in another letter case', () => ` ${ada.username.toUpperCase()} `],
  ['the email in another letter case', () => ada.email.toUpperCase()],
])('%s leads to one email, whose link sets a new password and signs in', async (_what, login) => {
  const token = await tokenFor(login())
  expect(await check(token)).toEqual({ username: ada.username })
  const browser = server.visitor()
  expect(await reset(token, NEW, browser)).toMatchObject({ username: ada.username })
  expect(await browser.call(auth.currentUser)).toMatchObject({ username: ada.username })
  await server.signIn(ada.username, NEW)
  expect(await refusal(server.signIn(ada.username))).toMatchObject({ code: 'wrong_credentials' })
  expect((await emailsToAda()).map(({ subject }) => subject)).toEqual([
    'Set a new password',
    'Your password was changed',
  ])
})

test('a new password ends all other sessions at once', async () => {
  const [laptop, phone] = [await server.signIn(ada.username), await server.signIn(ada.username)]
  const token = await tokenFor(ada.username)
  const here = server.visitor()
  await reset(token, NEW, here)
  for (const browser of [laptop, phone]) expect(await browser.call(auth.currentUser)).toBeNull()
  expect(await here.call(auth.sessions)).toEqual([expect.objectContaining({ isCurrent: true })])
})

test('a new password by a link verifies the address that it was sent to', async () => {
  const [name, address] = [`gus_${count}`, `gus_${count}@example.com`]
  await buildPeople(server.deps, { [name]: member({ isEmailVerified: false }) })
  await ask(name)
  await server.jobsDone()
  const [sent] = await emails(server.deps, address)
  const token = new URLSearchParams(linkIn(sent!).hash.slice(1)).get('token') ?? ''
  expect(await reset(token)).toMatchObject({ email: address, isEmailVerified: true })
})

test('a new password by a link doesn’t verify the address if another account has verified it by then', async () => {
  const [name, other] = [`gus_${count}`, `hal_${count}`]
  const address = `${name}@example.com`
  await buildPeople(server.deps, { [name]: member({ isEmailVerified: false }) })
  await ask(name)
  await server.jobsDone()
  const [sent] = await emails(server.deps, address)
  const token = new URLSearchParams(linkIn(sent!).hash.slice(1)).get('token') ?? ''
  await buildPeople(server.deps, { [other]: member({ email: address }) })
  expect(await reset(token)).toMatchObject({ username: name, isEmailVerified: false })
})

describe('A link', () => {
  test('works once, and a refused password doesn’t use it up', async () => {
    const token = await tokenFor(ada.username)
    expect(await refusal(reset(token, 'password1'))).toMatchObject({ code: 'weak_password' })
    expect(await refusal(reset(token, 'short'))).toMatchObject({ code: 'invalid' })
    await reset(token)
    const used = { status: 409, code: 'link_used', message: 'This link has been used.' }
    expect(await refusal(check(token))).toEqual(used)
    expect(await refusal(reset(token, 'another harbor lamp'))).toEqual(used)
    await server.signIn(ada.username, NEW)
  })

  test('works once, even if it is used twice at the same time', async () => {
    const token = await tokenFor(ada.username)
    const outcomes = await Promise.allSettled([reset(token), reset(token, 'another harbor lamp')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('works for 30 minutes', async () => {
    const token = await tokenFor(ada.username)
    clock.pass(30 * MINUTE_MS - 10_000)
    expect(await check(token)).toEqual({ username: ada.username })
    clock.pass(10_000)
    const late = { status: 409, code: 'link_expired', message: 'This link is too old. Ask for a new one.' }
    expect(await refusal(check(token))).toEqual(late)
    expect(await refusal(reset(token))).toEqual(late)
    await server.signIn(ada.username)
  })

  test.each(['', 'made-up', '__proto__', '\0', 'x'.repeat(200)])(
    'that was never sent is refused: %j',
    async (token) => {
      const unknown = {
        status: 404,
        code: 'link_not_valid',
        message: 'This link isn’t valid. Ask for a new one.',
      }
      expect(await refusal(check(token))).toEqual(unknown)
      expect(await refusal(reset(token))).toEqual(unknown)
    },
  )

  test('of an earlier email stops working once a later one is used', async () => {
    const first = await tokenFor(ada.username)
    clock.pass(MINUTE_MS)
    const second = await tokenFor(ada.username)
    expect(second).not.toBe(first)
    expect(await check(first)).toEqual({ username: ada.username })
    await reset(second)
    expect(await refusal(reset(first))).toMatchObject({ code: 'link_used' })
  })

  test('can be distinguished from a made-up one for 30 days after it expired', async () => {
    const token = await tokenFor(ada.username)
    clock.pass(29 * DAY_MS)
    await sweep(server.deps)
    expect(await refusal(check(token))).toMatchObject({ code: 'link_expired' })
    clock.pass(2 * DAY_MS)
    await sweep(server.deps)
    expect(await refusal(check(token))).toMatchObject({ code: 'link_not_valid' })
  })

  test('is stored only as a hash, and its email without it', async () => {
    const token = await tokenFor(ada.username)
    const { rows } = await server.deps.pool.query<{ row: string }>(
      'select t::text as row from account_tokens t union all select e::text from emails e',
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { row } of rows) expect(row).not.toContain(token)
  })
})

test('a lost email can be requested again after 60 seconds, not before', async () => {
  await Promise.all([ask(ada.username), ask(ada.email), ask(ada.username)])
  expect(await emailsToAda()).toHaveLength(1)
  clock.pass(MINUTE_MS - 10_000)
  await ask(ada.username)
  expect(await emailsToAda()).toHaveLength(1)
  clock.pass(10_000)
  await ask(ada.username)
  expect(await emailsToAda()).toHaveLength(2)
})

test('a repeated job sends no second email', async () => {
  const request = { login: ada.username, emailId: clock.newId() }
  for (const _run of [1, 2]) {
    await emailPasswordReset(server.deps, request)
    clock.pass(MINUTE_MS)
  }
  expect(await emailsToAda()).toHaveLength(1)
})

test('a person can ask 20 times an hour from one address', async () => {
  const limited = await startServer({ settings: { RATE_LIMITS: 'on' } })
  const body = { login: 'nobody' }
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1)
    statuses.push((await limited.visitor().send('POST', '/api/password-resets', body)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  await limited.stop()
})
