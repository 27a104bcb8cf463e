// Input that the page never sends is refused and changes nothing.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let ada: Browser
beforeAll(async () => {
  // The sequencer is off, because it gives signals their salts.
  server = await startServer({ sequencer: false })
  await buildPeople(server.deps, { ada: creator({ signals: ['First'] }), bob: member({ follows: ['ada'] }) })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

/** All of people's data, as one text. */
async function everything(): Promise<string> {
  const tables = [
    'users',
    'signals',
    'follows',
    'waitlist',
    'subscriptions',
    'invitations',
    'portfolio_holdings',
  ]
  const contents = tables.map((table) => `(select string_agg(t::text, ';' order by id) from ${table} t)`)
  const { rows } = await server.deps.pool.query<{ all: string }>(
    `select concat_ws('|', ${contents.join()}) as all`,
  )
  return rows[0]?.all ?? ''
}
let before: string
beforeEach(async () => void (before = await everything()))
afterEach(async () => expect(await everything()).toBe(before))

const WRITES = [
  ['POST', '/api/register'],
  ['POST', '/api/login'],
  ['POST', '/api/waitlist'],
  ['PUT', '/api/profile'],
  ['POST', '/api/follows'],
  ['POST', '/api/signals'],
  ['PUT', '/api/profile-images'],
] as const

async function sendRaw(method: string, path: string, body: BodyInit, type = 'application/json') {
  const response = await ada.fetch(path, { method, headers: { 'content-type': type }, body })
  return { status: response.status, body: (await response.json()) as { code: string; message: string } }
}
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe.each(WRITES)('%s %s', (method, path) => {
  test.each([
    ['truncated JSON', '{"content":', 'malformed_json'],
    ['two values', '{} {}', 'malformed_json'],
    ['a comment', '{/**/}', 'malformed_json'],
    ['a number JSON does not know', '{"content":NaN}', 'malformed_json'],
    ['a prototype', '{"__proto__":{"isCreator":true},"content":"x"}', 'malformed_json'],
    ['a constructor', '{"constructor":{"prototype":{"isCreator":true}},"content":"x"}', 'malformed_json'],
    ['null', 'null', 'invalid'],
    ['a list', '[]', 'invalid'],
    ['a text', '"content"', 'invalid'],
    ['a number too large for a double', '1e400', 'invalid'],
    ['10,000 nested lists', deep(10_000), 'invalid'],
  ])('refuses %s', async (_what, body, code) => {
    expect(await sendRaw(method, path, body)).toMatchObject({
      status: 400,
      body: { code, message: expect.stringMatching(/./) as unknown },
    })
  })

  test('refuses other content types', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'x',
    ])
      expect(await sendRaw(method, path, '{"content":"x"}', type)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_type' },
      })
  })

  test('refuses more than 64 KB', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(64 * 1024) })
    expect(await sendRaw(method, path, body)).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })
})

const CANNOT = 'Text contains characters we can’t store'
test.each([
  ['NUL', '\\u0000'],
  ['a high surrogate at the end', 'x\\ud83d'],
  ['a lone low surrogate', '\\ude80x'],
  ['surrogates in the wrong order', '\\ude80\\ud83d'],
])('text with %s is refused in every stored text field', async (_what, escape) => {
  const refused = { status: 400, body: { code: 'invalid', message: CANNOT } }
  const bodies: [string, string, string][] = [
    ['POST', '/api/signals', `{"content":"a${escape}"}`],
    ['PUT', '/api/profile', `{"bio":"a${escape}"}`],
    ['PUT', '/api/profile', `{"displayName":"a${escape}"}`],
    ['PUT', '/api/profile', `{"profileImageUrl":"https://example.com/a${escape}"}`],
    ['POST', '/api/waitlist', `{"email":"a${escape}@example.com"}`],
    ['POST', '/api/login', `{"username":"a${escape}","password":"signalpost"}`],
    ['POST', '/api/login', `{"username":"ada","password":"signalpost${escape}"}`],
    ['POST', '/api/register', `{"username":"new_one","email":"n@example.com","password":"secret${escape}"}`],
  ]
  for (const [method, path, body] of bodies) expect(await sendRaw(method, path, body)).toMatchObject(refused)
  const ticker = await sendRaw('POST', '/api/signals', `{"content":"a","tickers":["A${escape}"]}`)
  expect(ticker).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/isn’t a valid ticker$/) as unknown },
  })
})

test.each([
  ['deeply nested lists as a ticker', `{"content":"x","tickers":[${deep(30_000)}]}`],
  ['deeply nested lists as tickers in a text', JSON.stringify({ content: 'x', tickers: deep(30_000) })],
  ['a price too large for a double', '{"subscriptionPrice":1e400}'],
  ['a field twice, the second one wrong', '{"bio":"x","bio":5}'],
])('%s is refused', async (_what, body) => {
  const [method, path] = body.includes('content') ? ['POST', '/api/signals'] : ['PUT', '/api/profile']
  const answer = await sendRaw(method, path, body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(answer.body.message.length).toBeLessThan(200)
})

const BAD_IDS = [
  '1',
  'ada',
  '%00',
  '..%2f..',
  "';--",
  'null',
  '__proto__',
  '0'.repeat(36),
  '00000000-0000-4000-8000-00000000000g',
  '%F0%9F%9A%80',
]
describe.each(BAD_IDS)('The id %s', (id) => {
  test.each([
    ['GET', '/api/users/id/'],
    ['GET', '/api/signals/user/'],
    ['GET', '/api/follows/status/'],
    ['DELETE', '/api/follows/'],
    ['GET', '/api/subscriptions/status/'],
  ])('is refused by %s %s', async (method, path) => {
    expect(await ada.send(method, path + id)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: 'Not a valid id' },
    })
  })

  test('is not a session and not an invitation', async () => {
    for (const { status, body } of [
      await ada.send('DELETE', `/api/sessions/${id}`),
      await ada.send('POST', '/api/invitations/check', { token: id }),
    ]) {
      expect([400, 404]).toContain(status)
      const text = expect.any(String) as unknown
      expect(body).toEqual({ code: text, message: text, requestId: text })
    }
  })
})

test.each(['/api/users/%', '/api/users/%zz', '/api/users/%C3%28', '/api/signals/user/%E0%A4%A'])(
  'the path %s is refused',
  async (path) => {
    expect(await ada.send('GET', path)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  },
)

test('a path of 10,000 characters is refused', async () => {
  const { status, body } = await ada.send('GET', `/api/users/${'a'.repeat(10_000)}`)
  expect([400, 404, 414]).toContain(status)
  expect(body).toMatchObject({ code: expect.any(String) as unknown, message: expect.any(String) as unknown })
})

test('a refusal never contains a path or a line of our code', async () => {
  const { status, body } = await sendRaw('POST', '/api/signals', '{"content"')
  expect(status).toBe(400)
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts|at \w+ \(/)
})

test.each([
  '/api/users?query=ada&query=bob',
  '/api/users?limit=1&limit=2',
  '/api/signals/feed?scope=everyone&scope=following',
  '/api/tickers?query=A&query=B',
])('the parameter that %s gives twice is refused', async (path) => {
  expect(await ada.send('GET', path)).toMatchObject({ status: 400, body: { code: 'invalid' } })
})
