// While verified emails are required, only verified addresses are unique, and nothing reveals which addresses are known.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { email } from '#shared/contracts/email.ts'
import { emails } from '#test/emails.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { emailLinks } from './email-links.ts'
import { CONSENT } from '#test/browser.ts'

const HOUR_MS = 3_600_000
const IN_USE = 'You already have an account'

const clock = settableClock()
let server: TestServer
let links: ReturnType<typeof emailLinks>
let ada: Person
beforeAll(async () => {
  server = await startServer({ clock, settings: { REQUIRE_VERIFIED_EMAIL: 'on' } })
  links = emailLinks(server)
  ada = (await buildPeople(server.deps, { ada: member() })).ada
})
afterAll(() => server.stop())

const register = (username: string, address: string, browser = server.visitor()) =>
  browser.send('POST', '/api/register', {
    ...CONSENT,
    username,
    email: address,
    password: 'quiet harbor lamp',
  })

/** A response without what differs between any two people. */
function alike({ status, body, headers }: Awaited<ReturnType<typeof register>>) {
  const {
    id: _id,
    username: _username,
    createdAt: _createdAt,
    email: _email,
    ...rest
  } = body as Record<string, unknown>
  const names = [...headers.keys()].filter((name) => name !== 'date')
  return { status, rest, names, cookies: headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '')) }
}

test('registering answers alike for a known and an unknown address, and the owner gets an email', async () => {
  const [known, unknown] = [server.visitor(), server.visitor()]
  const first = await register('bob_known', ada.email.toUpperCase(), known)
  const second = await register('bob_unknown', 'bob@example.com', unknown)
  expect(first.status).toBe(201)
  expect(alike(first)).toEqual(alike(second))
  expect(first.body).toMatchObject({ email: ada.email.toUpperCase(), isEmailVerified: false })
  expect(await links.subjects(ada.email)).toEqual([IN_USE])
  expect(await links.subjects(ada.email.toUpperCase())).toEqual([])
  expect(await links.subjects('bob@example.com')).toEqual(['Verify your email'])
  const [told] = await emails(server.deps, ada.email)
  expect(told?.text).toContain('your account ada')
  expect(told?.text).not.toContain('bob_known')
  const answers = await Promise.all(
    [known, unknown].map(async (browser) => (await browser.call(email.askAgain)).message),
  )
  expect(answers[0]?.replace(ada.email.toUpperCase(), 'x')).toBe(answers[1]?.replace('bob@example.com', 'x'))
})

test('the owner of an address learns about it at most once an hour', async () => {
  const before = (await links.subjects(ada.email)).length
  clock.pass(HOUR_MS)
  // Somebody has already registered with it, so only new requests for the link send more.
  const bob = await server.signIn('bob_known', 'quiet harbor lamp')
  for (let n = 0; n < 3; n += 1) {
    await bob.call(email.askAgain)
    clock.pass(61_000)
  }
  expect(await links.subjects(ada.email)).toHaveLength(before + 1)
  clock.pass(HOUR_MS)
  await bob.call(email.askAgain)
  expect(await links.subjects(ada.email)).toHaveLength(before + 2)
})

test('one account waits for an address; if there are several of older versions, the first to verify it gets it', async () => {
  const shared = 'shared@example.com'
  expect((await register('dan', shared)).status).toBe(201)
  const { token: dans } = await links.newest(shared)
  expect((await register('dora', shared)).status).toBe(409)
  expect((await register('dora', 'dora@example.com')).status).toBe(201)
  await server.jobsDone()
  await server.deps.db.updateTable('users').set({ email: shared }).where('username', '=', 'dora').execute()
  await (await server.signIn('dora', 'quiet harbor lamp')).call(email.askAgain)
  const { token: doras } = await links.newest(shared)
  const outcomes = await Promise.allSettled([links.open(dans), links.open(doras)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const late = outcomes[0].status === 'rejected' ? dans : doras
  expect(await refusal(links.open(late))).toEqual({
    status: 409,
    code: 'email_taken',
    message: 'Email is already registered',
  })
  const { rows } = await server.deps.pool.query(
    'select 1 from users where email = $1 and email_verified_at is not null',
    [shared],
  )
  expect(rows).toHaveLength(1)
})

test('a new password by email is for the account that verified the address', async () => {
  clock.pass(HOUR_MS)
  await server.visitor().call(auth.requestPasswordReset, { body: { login: ada.email } })
  await server.jobsDone()
  const sent = (await emails(server.deps, ada.email)).at(-1)
  expect(sent?.subject).toBe('Set a new password')
  expect(sent?.text).toContain('your account ada.')
  expect(sent?.text.match(/reset-password#token=/g)).toHaveLength(1)
})

describe('A change of email', () => {
  test('to a known address answers as for an unknown one, and the owner gets an email', async () => {
    clock.pass(HOUR_MS)
    await buildPeople(server.deps, { eve: member() })
    const eve = await server.signIn('eve')
    const before = (await links.subjects(ada.email)).length
    const ask = (address: string) => eve.call(email.change, { body: { email: address } })
    expect(await ask(ada.email)).toEqual({
      message: `We’ve sent a link to ${ada.email}. It works for 24 hours.`,
    })
    expect((await links.subjects(ada.email)).slice(before)).toEqual([IN_USE])
    await ask('eve@new.example.com')
    expect(await links.subjects('eve@new.example.com')).toEqual(['Confirm your new email'])
  })

  test('that somebody else verified in the meantime is refused, and the link still works later', async () => {
    await buildPeople(server.deps, { finn: member() })
    const finn = await server.signIn('finn')
    const body = { email: 'finn@new.example.com' }
    await finn.call(email.change, { body })
    const { token } = await links.newest(body.email)
    await buildPeople(server.deps, { fay: member({ email: body.email }) })
    expect(await refusal(links.open(token))).toMatchObject({ status: 409, code: 'email_taken' })
    await server.deps.pool.query("update users set email_verified_at = null where username = 'fay'")
    expect(await links.open(token)).toMatchObject({ email: body.email })
  })
})
