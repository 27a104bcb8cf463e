// The cookie of a device that has signed in before: what it exempts from, and that it gives no access.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { FAILED_SIGN_INS, RATE_LIMITS } from '#shared/limits.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { LIMITED, newAddress, post, signIn, wrongTimes } from './sign-in-steps.ts'
import { CONSENT } from '#test/browser.ts'

const { points } = FAILED_SIGN_INS
const NAMES = ['ada', 'bob', 'cleo', 'dan', 'emil', 'fay', 'gus'] as const

let server: TestServer
let people: Record<(typeof NAMES)[number], Person>
beforeAll(async () => {
  server = await startServer({ settings: LIMITED })
  people = await buildPeople(
    server.deps,
    Object.fromEntries(NAMES.map((name) => [name, member()])) as Record<
      (typeof NAMES)[number],
      ReturnType<typeof member>
    >,
  )
})
afterAll(() => server.stop())

const lineOf = (headers: Headers, name: string) =>
  headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? ''

test('signing in and registering set the cookie for a year', async () => {
  const form = /^signalpost_device=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/
  expect(lineOf((await signIn(server, 'ada')).headers, 'signalpost_device')).toMatch(form)
  const registration = { ...CONSENT, username: 'zoe', email: 'zoe@example.com', password: 'a good password' }
  const registered = await post(server, '/api/register', registration)
  expect(lineOf(registered.headers, 'signalpost_device')).toMatch(form)
})

test('the cookie gives no access, and stays when its owner signs out', async () => {
  const { session, device } = await signIn(server, 'ada')
  const answer = await fetch(`${server.origin}/api/user`, { headers: { cookie: device } })
  expect(await answer.text()).toBe('null')
  const signedOut = await post(server, '/api/logout', {}, { cookie: `${session}; ${device}` })
  expect([signedOut.status, lineOf(signedOut.headers, 'signalpost_device')]).toEqual([200, ''])
})

test('the cookie’s owner signs in at once while strangers have to wait', async () => {
  const { device } = await signIn(server, 'bob')
  await wrongTimes(server, 'bob', points)
  expect((await signIn(server, 'bob')).status).toBe(429)
  expect((await signIn(server, 'bob', 'signalpost', { cookie: device })).status).toBe(200)
  // A wrong password on this device is just wrong and delays nobody.
  expect((await signIn(server, 'bob', 'wrong', { cookie: device })).status).toBe(401)
  expect((await signIn(server, 'bob')).retryAfter).toBe(2)
})

test.each([
  ['another account’s', async () => (await signIn(server, 'ada')).device],
  ['a made-up', async () => `signalpost_device=${'a'.repeat(43)}.${'b'.repeat(43)}`],
  [
    'a changed',
    async () => {
      const { device } = await signIn(server, 'cleo')
      const [id = '', signature = ''] = device.split('=')[1]?.split('.') ?? []
      return `signalpost_device=${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}.${signature}`
    },
  ],
])('%s cookie exempts from nothing', async (_which, cookieFor) => {
  const cookie = await cookieFor()
  await wrongTimes(server, 'cleo', points)
  expect((await signIn(server, 'cleo', 'signalpost', { cookie })).status).toBe(429)
  await server.deps.pool.query('delete from failed_sign_ins')
})

test('a new password voids the cookie', async () => {
  const { device } = await signIn(server, 'dan')
  await wrongTimes(server, 'dan', points)
  expect((await signIn(server, 'dan', 'wrong', { cookie: device })).status).toBe(401)
  await server.deps.db
    .updateTable('users')
    .set({ password: await hashPassword('another one') })
    .where('id', '=', people.dan.id)
    .execute()
  expect((await signIn(server, 'dan', 'another one', { cookie: device })).status).toBe(429)
})

test('after 25 wrong passwords in an hour, the device is a stranger, and not locked out', async () => {
  const { device } = await signIn(server, 'emil')
  const times = RATE_LIMITS.loginPerDevice.points
  const wrong = []
  for (let n = 0; n < times; n++) wrong.push(await signIn(server, 'emil', 'wrong', { cookie: device }))
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]))
  // None of them counted against the account, so strangers still have 25 tries.
  expect(new Set(await wrongTimes(server, 'emil', points - 1))).toEqual(new Set([401]))
  expect((await signIn(server, 'emil', 'wrong', { cookie: device })).status).toBe(401)
  expect((await signIn(server, 'emil', 'signalpost', { cookie: device })).status).toBe(429)
})

test('a device is known to the five people who signed in last', async () => {
  const order = ['ada', 'bob', 'cleo', 'dan', 'fay', 'gus'] as const
  await server.deps.pool.query('delete from failed_sign_ins')
  let cookie = ''
  for (const name of order)
    cookie = (await signIn(server, name, name === 'dan' ? 'another one' : 'signalpost', { cookie })).device
  expect(cookie.split('.')).toHaveLength(6)
  const statusOf = async (name: string) => {
    await wrongTimes(server, name, points)
    return (await signIn(server, name, 'wrong', { cookie })).status
  }
  expect([await statusOf('ada'), await statusOf('bob'), await statusOf('gus')]).toEqual([429, 401, 401])
})

test('a full queue answers 503 with Retry-After, and the owner’s device still signs in', async () => {
  const { device } = await signIn(server, 'fay')
  const flood = Array.from({ length: 300 }, (_, n) =>
    signIn(server, `nobody_${n}`, 'wrong', { from: newAddress() }),
  )
  // On a slow machine, the owner may have to try again.
  const known = async () => (await signIn(server, 'fay', 'signalpost', { cookie: device })).status
  await expect.poll(known, { timeout: 30_000 }).toBe(200)
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 401).length).toBe(300 - refused.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.map(({ text, retryAfter }) => [JSON.parse(text), retryAfter])).toContainEqual([
    expect.objectContaining({
      code: 'sign_in_busy',
      message: 'Too many people are signing in right now. Please try again in a few seconds.',
    }),
    3,
  ])
  // What wasn't checked isn't counted.
  const { rows } = await server.deps.pool.query<{ n: number }>(
    "select coalesce(sum(failures), 0)::int as n from failed_sign_ins where username like 'nobody%'",
  )
  expect(rows[0]?.n).toBe(300 - refused.length)
})
