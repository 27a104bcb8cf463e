// The email that an account's owner gets while strangers try passwords, and its link.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { settableClock } from '#test/settable-clock.ts'
import { emailsTo, LIMITED, newAddress, post, signIn, wrongTimes } from './sign-in-steps.ts'

const { points } = FAILED_SIGN_INS
const MINUTE_MS = 60_000

const clock = settableClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock, settings: LIMITED })
  await buildPeople(server.deps, { ada: member(), Bob: member(), cleo: member(), dan: member() })
})
afterAll(() => server.stop())

const tokenIn = (email = '') => {
  const link = /https?:\S+/.exec(email)?.[0] ?? ''
  expect(link).toMatch(/^http:\/\/[\d.:]+\/\?auth=link#token=[\w-]{43}$/)
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
}
const useLink = (token: string, cookie = '') => post(server, '/api/login/link', { token }, { cookie })

test('the 25th wrong password emails the owner a link that signs in once', async () => {
  await wrongTimes(server, 'bob', points - 1)
  expect(await emailsTo(server, 'Bob@example.com')).toEqual([])
  await wrongTimes(server, 'bob', 1)
  const [email, ...others] = await emailsTo(server, 'Bob@example.com')
  expect(others).toEqual([])
  expect(email).toContain('wrong passwords for your account Bob.')
  const token = tokenIn(email)

  const { status, text, session, device } = await useLink(token)
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ username: 'Bob' })])
  const who = await fetch(`${server.origin}/api/user`, { headers: { cookie: session } })
  expect(await who.json()).toMatchObject({ username: 'Bob' })
  // From now on the device is known, and the delay is for others.
  expect((await signIn(server, 'bob', 'signalpost', { cookie: device })).status).toBe(200)
  expect((await signIn(server, 'bob')).status).toBe(429)

  const again = await useLink(token)
  expect([again.status, JSON.parse(again.text)]).toMatchObject([409, { code: 'link_used' }])
})

test('if two devices use a link at the same time, one is signed in', async () => {
  await wrongTimes(server, 'dan', points)
  const token = tokenIn((await emailsTo(server, 'dan@example.com'))[0])
  const answers = await Promise.all([useLink(token), useLink(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the database stores only a keyed hash of the link', async () => {
  const { rows } = await server.deps.pool.query<{ row: string }>(
    "select t::text as row from account_tokens t where purpose = 'sign_in'",
  )
  const [email] = await emailsTo(server, 'dan@example.com')
  expect(rows).toHaveLength(2)
  for (const { row } of rows) expect(row).not.toContain(tokenIn(email))
})

test('one email an hour while it goes on, and each link lasts 30 minutes', async () => {
  await wrongTimes(server, 'ada', points)
  const from = newAddress()
  const attack = async () => {
    const { status, retryAfter } = await signIn(server, 'ada', 'wrong', { from })
    if (status !== 429) return
    clock.pass(retryAfter * 1000)
    expect((await signIn(server, 'ada', 'wrong', { from })).status).toBe(401)
  }
  await attack()
  const [first, ...others] = await emailsTo(server, 'ada@example.com')
  expect(others).toEqual([])
  clock.pass(25 * MINUTE_MS)
  await attack()
  expect(await emailsTo(server, 'ada@example.com')).toHaveLength(1)
  clock.pass(6 * MINUTE_MS)
  expect(JSON.parse((await useLink(tokenIn(first))).text)).toMatchObject({ code: 'link_expired' })

  clock.pass(30 * MINUTE_MS)
  await wrongTimes(server, 'ada', points)
  const emails = await emailsTo(server, 'ada@example.com')
  expect(emails).toHaveLength(2)
  const second = emails.find((email) => email !== first)
  clock.pass(29 * MINUTE_MS)
  expect((await useLink(tokenIn(second))).status).toBe(200)
})

test('nobody is emailed about an unknown username, and no job fails', async () => {
  await wrongTimes(server, 'nobody_has_it', points)
  await server.jobsDone()
  const { rows } = await server.deps.pool.query(
    'select from graphile_worker._private_jobs where attempts > 0',
  )
  expect(rows).toEqual([])
  expect(await emailsTo(server, 'cleo@example.com')).toEqual([])
})

test.each(['', 'made-up', '__proto__', '\0', 'a'.repeat(200)])(
  'a made-up token is refused: %j',
  async (token) => {
    const { status, text } = await useLink(token)
    expect([status, JSON.parse(text)]).toMatchObject([404, { code: 'link_not_valid' }])
  },
)
