// Another site's page can't act for a person who is signed in (CSRF).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'bob', Person>
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, { ada: creator(), bob: member() })
})
afterAll(() => server.stop())

const CALLS = (): [string, string, unknown][] => [
  ['POST', '/api/signals', { content: 'Not mine' }],
  ['PUT', '/api/profile', { bio: 'Not mine' }],
  ['POST', '/api/follows', { followingId: people.bob.id }],
  ['POST', '/api/logout', {}],
  ['POST', '/api/login', { username: 'bob', password: 'signalpost' }],
  ['POST', '/api/waitlist', { email: 'not@mine.example' }],
]
async function sendAll(headers: Record<string, string>) {
  const ada = await server.signIn('ada')
  const statuses: number[] = []
  for (const [method, path, body] of CALLS()) {
    const response = await ada.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    statuses.push(response.status)
    if (response.status === 403) expect(await response.json()).toMatchObject({ code: 'cross_site' })
  }
  return { statuses, ada }
}
const count = async () =>
  (
    await server.deps.pool.query<{ n: number }>(
      "select (select count(*) from signals) + (select count(*) from follows) + (select count(*) from waitlist) + (select count(*) from users where bio = 'Not mine') as n",
    )
  ).rows[0]?.n

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'http://127.0.0.1.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'anything' },
])('with the headers %j every change is refused', async (headers) => {
  const { statuses, ada } = await sendAll(headers)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403])
  expect(await count()).toBe(0)
  expect((await ada.send('GET', '/api/user')).body).toMatchObject({ username: 'ada' })
})

test('a form of another site is refused, whichever headers it lacks', async () => {
  const ada = await server.signIn('ada')
  const forms = [
    ['text/plain', '{"content":"Not mine"}'],
    ['application/x-www-form-urlencoded', 'content=Not+mine'],
  ]
  for (const [type = '', body = ''] of forms) {
    const response = await ada.fetch('/api/signals', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(415)
  }
  expect(await count()).toBe(0)
})

test('reads are answered, but without CORS headers that let another site see them', async () => {
  const ada = await server.signIn('ada')
  const response = await ada.fetch('/api/user', {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
  const asked = await ada.fetch('/api/signals', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect([asked.status, asked.headers.has('access-control-allow-origin')]).toEqual([404, false])
})

test.each(['same-origin', 'none', 'origin only', 'neither'])(
  'requests from our own page (%s) work',
  async (how) => {
    const headers: Record<string, string> =
      how === 'origin only' ? { origin: server.origin } : how === 'neither' ? {} : { 'sec-fetch-site': how }
    const { statuses } = await sendAll(headers)
    expect(statuses).toEqual([201, 200, 201, 200, 200, 201])
  },
)
