// Sessions: the cookie, what is stored, how a session ends, and the list of your sessions.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { settableClock } from '#test/settable-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const clock = settableClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
  await buildPeople(server.deps, { ada: member(), bob: member(), cleo: member(), dan: member() })
})
afterAll(() => server.stop())

/** Signs in with a plain request, so that the test sees and sets every header. */
async function signIn(username: string, headers: Record<string, string> = {}, origin = server.origin) {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password: 'signalpost' }),
  })
  expect(response.status).toBe(200)
  const lines = response.headers.getSetCookie()
  // The other cookie is the device's (known-device.test.ts).
  const sessions = lines.filter((line) => /^(__Host-)?signalpost_session=/.test(line))
  return { lines: sessions, cookie: sessions[0]?.split(';')[0] ?? '' }
}
/** The answer to a request for a path that `fetch` would refuse to send. */
const rawAnswer = (port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (part: Buffer) => (heard += part.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(heard.toLowerCase()))
  })
const whoIs = async (cookie: string) =>
  (
    (await (await fetch(`${server.origin}/api/user`, { headers: { cookie } })).json()) as {
      username: string
    } | null
  )?.username

test('the cookie is HttpOnly and SameSite, and lasts 30 days', async () => {
  const { lines } = await signIn('ada')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^signalpost_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('over https the cookie is Secure and bound to the host, and even a broken request gets HSTS', async () => {
  const database = await freshDatabase()
  const secure = await startServer({ database, settings: { PUBLIC_URL: 'https://signalpost.example' } })
  await buildPeople(secure.deps, { ada: member() })
  const { lines, cookie } = await signIn('ada', {}, secure.origin)
  expect(lines[0]).toMatch(
    /^__Host-signalpost_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const answer = await fetch(`${secure.origin}/api/user`, { headers: { cookie } })
  expect(await answer.json()).toMatchObject({ username: 'ada' })
  const port = Number(new URL(secure.origin).port)
  for (const path of ['/api/user', '/api/nothing', '/%zz', '/\0'])
    expect(await rawAnswer(port, path)).toContain('strict-transport-security: max-age=31536000')
  await secure.stop()
  await database.drop()
})

test('the database stores only a keyed hash of the cookie', async () => {
  const { cookie } = await signIn('ada')
  const token = cookie.split('=')[1] ?? ''
  const { rows } = await server.deps.pool.query<{ row: string }>('select s::text as row from sessions s')
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) expect(row).not.toContain(token)
})

test('signing in creates a new session and ends a planted or earlier one', async () => {
  const planted = 'signalpost_session=planted-by-somebody-else-before-the-sign-in'
  const first = await signIn('ada', { cookie: planted })
  expect(await whoIs(planted)).toBe(undefined)
  const second = await signIn('bob', { cookie: first.cookie })
  expect(second.lines).toHaveLength(1)
  expect(await whoIs(first.cookie)).toBe(undefined)
  expect(await whoIs(second.cookie)).toBe('bob')
})

// @spec-6.9
test('signing out ends this browser’s session at once and no other', async () => {
  const [laptop, phone] = [await signIn('ada'), await signIn('ada')]
  const response = await fetch(`${server.origin}/api/logout`, {
    method: 'POST',
    headers: { cookie: laptop.cookie },
  })
  expect(response.headers.getSetCookie()[0]).toMatch(/^signalpost_session=; Max-Age=0; Path=\/;/)
  // Only the cache: "storage" and "cookies" would also remove what other people have on this device.
  expect(response.headers.get('clear-site-data')).toBe('"cache"')
  expect([await whoIs(laptop.cookie), await whoIs(phone.cookie)]).toEqual([undefined, 'ada'])
})

test('Cleo sees her sessions and can end them, and nobody else can', async () => {
  const { cookie } = await signIn('cleo', { 'user-agent': 'Old phone' })
  const cleo = await server.signIn('cleo')
  const dan = await server.signIn('dan')
  type Listed = { id: string; startedAt: string; lastUsedAt: string; browser: string; isCurrent: boolean }
  const list = async () => (await cleo.send('GET', '/api/sessions')).body as Listed[]
  const [phone] = (await list()).filter(({ isCurrent }) => !isCurrent)
  expect(await list()).toHaveLength(2)
  expect(Object.keys(phone ?? {}).toSorted()).toEqual([
    'browser',
    'id',
    'isCurrent',
    'lastUsedAt',
    'startedAt',
  ])
  expect(phone?.browser).toBe('Old phone')

  expect((await dan.send('DELETE', `/api/sessions/${phone?.id}`)).status).toBe(404)
  expect(await whoIs(cookie)).toBe('cleo')
  expect((await cleo.send('DELETE', `/api/sessions/${phone?.id}`)).status).toBe(200)
  expect(await whoIs(cookie)).toBe(undefined)
  expect((await cleo.send('DELETE', `/api/sessions/${phone?.id}`)).status).toBe(404)
  expect(await list()).toEqual([expect.objectContaining({ isCurrent: true })])
})

test('a session is extended at most once a day', async () => {
  const { cookie } = await signIn('dan')
  const isExtended = async () => {
    const { headers } = await fetch(`${server.origin}/api/user`, { headers: { cookie } })
    return headers.getSetCookie().length === 1
  }
  for (const _time of [1, 2]) {
    clock.pass(23 * HOUR_MS)
    expect(await isExtended()).toBe(false)
    clock.pass(2 * HOUR_MS)
    expect(await isExtended()).toBe(true)
    expect(await isExtended()).toBe(false)
  }
})

test('a browser stays signed in while it is used, and not after 30 days without use', async () => {
  const [used, unused] = [await signIn('dan'), await signIn('dan')]
  const answer = (cookie: string) => fetch(`${server.origin}/api/user`, { headers: { cookie } })
  expect((await answer(used.cookie)).headers.getSetCookie()).toEqual([])
  clock.pass(20 * 86_400_000)
  // The browser would delete the cookie after 30 days, so the server sends it again with 30 more.
  const lines = (await answer(used.cookie)).headers.getSetCookie()
  expect(lines).toEqual([expect.stringContaining(`${used.cookie}; Max-Age=2592000;`)])
  expect((await answer(used.cookie)).headers.getSetCookie()).toEqual([])
  clock.pass(20 * 86_400_000)
  expect([await whoIs(used.cookie), await whoIs(unused.cookie)]).toEqual(['dan', undefined])
  const list = await fetch(`${server.origin}/api/sessions`, { headers: { cookie: used.cookie } })
  expect(await list.json()).toEqual([expect.objectContaining({ isCurrent: true })])
})

test('a session ends 180 days after it began, even if it is used every day', async () => {
  const { cookie } = await signIn('bob')
  const use = () => fetch(`${server.origin}/api/user`, { headers: { cookie } })
  const maxAgeIn = (answer: Response) => /Max-Age=(\d+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1]
  for (let day = 0; day < 178; day += 1) {
    clock.pass(DAY_MS)
    await use()
  }
  clock.pass(DAY_MS + 1000)
  // The cookie ends with the session, and the list still says when it was last used.
  expect(Number(maxAgeIn(await use()))).toBeLessThanOrEqual(86_400)
  const list = (await (await fetch(`${server.origin}/api/sessions`, { headers: { cookie } })).json()) as {
    lastUsedAt: string
  }[]
  expect(clock.now().getTime() - Date.parse(list[0]?.lastUsedAt ?? '')).toBeLessThan(60_000)
  clock.pass(DAY_MS - 61_000)
  expect(await whoIs(cookie)).toBe('bob')
  clock.pass(61_000)
  expect(await whoIs(cookie)).toBe(undefined)
})
