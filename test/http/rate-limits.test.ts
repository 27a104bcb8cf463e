// Rate limits, counted across all copies of the server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openRateLimits } from '#server/http/rate-limits.ts'
import { RATE_LIMITS } from '#shared/limits.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

let database: FreshDatabase
let copies: [TestServer, TestServer]
beforeAll(async () => {
  database = await freshDatabase()
  const settings = { RATE_LIMITS: 'on', TRUST_PROXY: 'on' }
  copies = [await startServer({ database, settings }), await startServer({ database, settings })]
  await buildPeople(copies[0].deps, {
    ada: creator(),
    bob: creator(),
    cleo: member(),
    dan: member(),
    emil: member(),
  })
})
afterAll(async () => {
  for (const copy of copies) await copy.stop()
  await database.drop()
})

let asked = 0
/** Sends a request from the given address, through a proxy, to the two copies alternately. */
async function send(from: string, path: string, body: unknown, cookie = '') {
  const response = await fetch(copies[asked++ % 2]?.origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': from,
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers }
}
const times = async <T>(count: number, act: (index: number) => Promise<T>) => {
  const results: T[] = []
  for (let index = 0; index < count; index += 1) results.push(await act(index))
  return results
}
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]
const signIn = (from: string, username: string, password: string) =>
  send(from, '/api/login', { username, password })
async function cookieOf(username: string) {
  const { status, headers } = await signIn(`cookie of ${username}`, username, 'signalpost')
  expect(status).toBe(200)
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

// @spec-8.43
test('25 sign-ins from one address are allowed, the 26th gets a Retry-After; another address isn’t affected', async () => {
  const { points, windowSeconds } = RATE_LIMITS.loginPerAddress
  const allowed = await times(points, (index) => signIn('198.51.100.1', `nobody_${index}`, 'wrong'))
  expect(statuses(allowed)).toEqual([401])
  for (const _copy of copies) {
    const { status, body, headers } = await signIn('198.51.100.1', 'cleo', 'signalpost')
    expect([status, body]).toMatchObject([
      429,
      { code: 'too_many_requests', message: 'Too many requests. Please wait a moment and try again.' },
    ])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(windowSeconds)
  }
  expect((await signIn('198.51.100.2', 'cleo', 'signalpost')).status).toBe(200)
})

test('sign-ins count against the address even if the sender is signed in', async () => {
  const cookie = await cookieOf('cleo')
  const credentials = (index: number) => ({ username: `nobody_${index}`, password: 'wrong' })
  const allowed = await times(RATE_LIMITS.loginPerAddress.points, (index) =>
    send('198.51.100.4', '/api/login', credentials(index), cookie),
  )
  expect(statuses(allowed)).toEqual([401])
  expect((await signIn('198.51.100.4', 'nobody', 'wrong')).status).toBe(429)
})

test('a forged X-Forwarded-For entry before the proxy’s doesn’t count', async () => {
  const allowed = await times(25, (index) =>
    signIn(`203.0.113.${index}, 198.51.100.3`, `nobody_${index}`, 'wrong'),
  )
  expect(statuses(allowed)).toEqual([401])
  expect((await signIn('203.0.113.99, 198.51.100.3', 'nobody', 'wrong')).status).toBe(429)
})

test('after 25 wrong passwords, strangers wait before they try an account, from any address and in any letter case', async () => {
  const wrong = await times(25, (index) => signIn(`192.0.2.${index}`, index % 2 ? 'dan' : ' DAN ', 'wrong'))
  expect(statuses(wrong)).toEqual([401])
  expect((await signIn('192.0.2.200', 'dan', 'signalpost')).status).toBe(429)
  expect((await signIn('192.0.2.200', 'cleo', 'signalpost')).status).toBe(200)
})

test('the right password resets the count of wrong ones', async () => {
  for (const round of [1, 2]) {
    const wrong = await times(24, (index) => signIn(`192.0.${round}.${index}`, 'cleo', 'wrong'))
    expect(statuses(wrong)).toEqual([401])
    expect((await signIn(`192.0.${round}.100`, 'cleo', 'signalpost')).status).toBe(200)
  }
})

test('an invalid username of any length is refused like a wrong password', async () => {
  expect((await signIn('192.0.2.210', 'x'.repeat(1000), 'wrong')).status).toBe(401)
})

// @spec-9.36
test('Ada can post 60 signals an hour; the 61st is refused and not stored; Bob isn’t affected', async () => {
  const [ada, bob] = [await cookieOf('ada'), await cookieOf('bob')]
  const posted = await times(60, (index) =>
    send(`10.0.0.${index}`, '/api/signals', { content: `No. ${index}` }, ada),
  )
  expect(statuses(posted)).toEqual([201])
  expect((await send('10.0.0.99', '/api/signals', { content: 'Too much' }, ada)).status).toBe(429)
  expect((await send('10.0.0.99', '/api/signals', { content: 'Mine' }, bob)).status).toBe(201)
  expect((await copies[0].deps.pool.query('select from signals')).rowCount).toBe(61)
})

// @spec-9.36
test.each([
  ['waitlist entries', '/api/waitlist', { email: 'rush@example.com' }, 201],
  ['registrations', '/api/register', { username: 'rush' }, 400],
])('60 %s an hour are allowed from one network, the 61st is refused', async (_what, path, body, status) => {
  const allowed = await times(60, (index) => send(`2001:db8:1:2::${index}`, path, body))
  expect(statuses(allowed)).toEqual([status])
  expect((await send('2001:db8:1:2:ffff::1', path, body)).status).toBe(429)
  expect((await send('2001:db8:1:3::1', path, body)).status).toBe(status)
})

test('30 upload URLs an hour are allowed', async () => {
  const cookie = await cookieOf('bob')
  expect(statuses(await times(30, () => send('10.1.1.1', '/api/objects/upload', {}, cookie)))).toEqual([200])
  expect((await send('10.1.1.1', '/api/objects/upload', {}, cookie)).status).toBe(429)
})

test('60 cancellations, resumptions and price changes an hour are allowed per person; payments don’t count', async () => {
  const cookie = await cookieOf('bob')
  const resume = () => send('10.1.1.2', '/api/creator-subscription/resume', {}, cookie)
  const price = () => send('10.1.1.2', '/api/creator/setup-pricing', { priceInCents: 5 }, cookie)
  const answers = [...(await times(30, resume)), ...(await times(30, price))]
  expect(statuses(answers)).not.toContain(429)
  for (const ask of [resume, price]) expect((await ask()).status).toBe(429)
  const profile = await fetch(`${copies[0].origin}/api/profile`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ subscriptionPrice: 700 }),
  })
  expect(profile.status).toBe(429)
  const check = await send('10.1.1.2', '/api/creator-subscription/check', {}, cookie)
  expect(check.status).not.toBe(429)
})

// @spec-9.36
test('1,500 requests of any kind are allowed in 5 minutes, across all copies', async () => {
  const ask = () => Promise.all(Array.from({ length: 50 }, () => send('10.2.2.2', '/api/config', undefined)))
  // A third copy counts most of them; each copy counts by itself and writes its counts once a second.
  const third = openRateLimits(copies[0].deps)
  for (let request = 1; request <= 1400; request += 1) third.count('10.2.2.2')
  expect(statuses(await ask())).toEqual([200])
  await expect
    .poll(async () => (await ask()).filter(({ status }) => status === 429).length, {
      timeout: WAIT_TIMEOUT_MS,
      interval: 300,
    })
    .toBeGreaterThan(0)
  expect((await send('10.2.2.3', '/api/config', undefined)).status).toBe(200)
  await third.close()
}, 30_000)

test('the general limit allows its last request and refuses the next ones until the window ends', async () => {
  const { points, windowSeconds } = RATE_LIMITS.general
  const windowMs = windowSeconds * 1000
  const windowStart = Math.floor(Date.now() / windowMs) * windowMs
  let now = windowStart + 60_000
  const clock = { ...systemClock, now: () => new Date(now) }
  const limits = openRateLimits({ ...copies[0].deps, clock })
  for (let request = 1; request <= points; request += 1) limits.count('10.3.3.3')
  const refusalOf = (key: string): unknown => {
    try {
      return limits.count(key)
    } catch (error) {
      return error
    }
  }
  const code = 'too_many_requests'
  expect(refusalOf('10.3.3.3')).toMatchObject({ code, retryAfterSeconds: windowSeconds - 60 })
  expect(refusalOf('10.3.3.4')).toBeUndefined()
  now = windowStart + windowMs - 1
  expect(refusalOf('10.3.3.3')).toMatchObject({ code, retryAfterSeconds: 0.001 })
  now = windowStart + windowMs
  expect(refusalOf('10.3.3.3')).toBeUndefined()
  await limits.close()
})

test('discovering connections has its own limit, because each call also calls the provider', async () => {
  const cookie = await cookieOf('emil')
  const { points } = RATE_LIMITS.broker
  const looks = await times(points + 1, () =>
    send('203.0.113.77', '/api/portfolio/connections/look', {}, cookie),
  )
  expect(looks.map(({ status }) => status)).toEqual([...Array.from({ length: points }, () => 200), 429])
})
