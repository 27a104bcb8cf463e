// The email that an account's owner gets while strangers try passwords, and its link.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateSync } from 'otplib'
import { confirmAuthenticator, setUpAuthenticator } from '#server/features/auth/factors/authenticator.ts'
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
  await buildPeople(server.deps, {
    ada: member(),
    Bob: member(),
    cleo: member(),
    dan: member(),
    eve: member(),
    fay: member(),
    gus: member(),
    hal: member(),
  })
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

test('the first right password that has to wait emails a link at once, whatever emails strangers have caused', async () => {
  await wrongTimes(server, 'eve', points)
  for (let n = 0; n < 5; n++) {
    await post(server, '/api/password-resets', { login: 'eve' })
    await server.jobsDone()
    clock.pass(61_000)
  }
  const before = await emailsTo(server, 'eve@example.com')
  const from = newAddress()
  // A wrong password first, which sends no email.
  const wrong = await signIn(server, 'eve', 'wrong', { from })
  clock.pass(1000)
  const right = await signIn(server, 'eve', 'signalpost', { from })
  expect([wrong.status, right.status]).toEqual([429, 429])
  expect(right.text.replace(/\d+ seconds?/, '').replace(/"requestId":"[^"]+"/, '')).toBe(
    wrong.text.replace(/\d+ seconds?/, '').replace(/"requestId":"[^"]+"/, ''),
  )
  const [email, ...others] = (await emailsTo(server, 'eve@example.com')).filter(
    (text) => !before.includes(text),
  )
  expect(others).toEqual([])
  expect(email).toContain('just entered the right password for your account eve on a new device')
  expect((await useLink(tokenIn(email))).status).toBe(200)
})

test('a wrong password that has to wait sends no email, and each address has three checks an hour during the wait', async () => {
  await wrongTimes(server, 'fay', points)
  // With so many failures, each attempt has to wait longer than this test takes.
  const { db } = server.deps
  await db.updateTable('failedSignIns').set({ failures: 500 }).where('username', '=', 'fay').execute()
  const emails = async () => (await emailsTo(server, 'fay@example.com')).length
  const [before, from] = [await emails(), newAddress()]
  /** The server repeats a refusal for a second without checking the password. */
  const tryAfterThat = async (password: string) => {
    clock.pass(1100)
    return (await signIn(server, 'fay', password, { from })).status
  }
  for (let n = 0; n < 3; n++) expect(await tryAfterThat('wrong')).toBe(429)
  expect(await tryAfterThat('signalpost')).toBe(429)
  expect(await emails()).toBe(before)
  expect((await signIn(server, 'fay', 'signalpost', { from: newAddress() })).status).toBe(429)
  expect(await emails()).toBe(before + 1)
})

test('links for the right password are a minute apart', async () => {
  await wrongTimes(server, 'gus', points)
  const before = (await emailsTo(server, 'gus@example.com')).length
  for (const expected of [1, 1, 2]) {
    expect((await signIn(server, 'gus')).status).toBe(429)
    expect(await emailsTo(server, 'gus@example.com')).toHaveLength(before + expected)
    clock.pass(31_000)
  }
})

test('with an authenticator app the right password doesn’t wait, and a wrong one does', async () => {
  const { rows } = await server.deps.pool.query<{ id: string }>("select id from users where username = 'hal'")
  const owner = { id: rows[0]?.id ?? '', username: 'hal', email: 'hal@example.com' }
  const { secret } = await setUpAuthenticator(server.deps, owner)
  const epoch = Math.floor(clock.now().getTime() / 1000)
  await confirmAuthenticator(server.deps, owner, generateSync({ secret, epoch }))
  await wrongTimes(server, 'hal', points)
  expect((await signIn(server, 'hal', 'wrong')).status).toBe(429)
  const { status, text } = await signIn(server, 'hal')
  expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'second_factor_required' }])
})

test('if two devices use a link at the same time, one is signed in', async () => {
  await wrongTimes(server, 'dan', points)
  const token = tokenIn((await emailsTo(server, 'dan@example.com'))[0])
  const answers = await Promise.all([useLink(token), useLink(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the database stores only a keyed hash of the link', async () => {
  const { rows } = await server.deps.pool.query<{ row: string }>(
    `select t::text as row from account_tokens t join users u on u.id = t.user_id
      where purpose = 'sign_in' and username in ('Bob', 'dan')`,
  )
  const [email] = await emailsTo(server, 'dan@example.com')
  expect(rows.length).toBeGreaterThan(1)
  for (const { row } of rows) expect(row).not.toContain(tokenIn(email))
})

test('while the wrong passwords continue, the owner gets one email an hour, and each link lasts 30 minutes', async () => {
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
