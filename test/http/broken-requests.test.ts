// Invalid HTTP requests and unexpected errors: the responses and the log.
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'
import { endAll, type Product, startProduct } from '#tools/drills/product.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { CONSENT } from '#test/browser.ts'

let database: FreshDatabase
let product: Product
beforeAll(async () => {
  database = await freshDatabase()
  const { db } = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
  await buildPeople({ db, clock: systemClock, config }, { ada: creator({ password: 'correct-horse' }) })
  await db.destroy()
  product = await startProduct(database.url, { LOG_LEVEL: 'trace' })
})
afterAll(async () => {
  endAll()
  await database.drop()
})

/** Sends raw bytes and resolves with the response, once the server closes the connection or is silent for a while. */
function speak(bytes: string | Buffer, patienceMs = 3000): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('data', (part: Buffer) => (heard += part.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

/** The access lines with this request id, once there is one. */
const accessLinesOf = (id = 'none'): Promise<unknown[]> =>
  vi.waitUntil(
    () => {
      const lines = product.said().split('\n')
      const found = lines.filter(
        (one) => one.includes(`"event":"request","requestId":"${id}"`) && one.endsWith('}'),
      )
      return found.length > 0 && found.map((one) => JSON.parse(one) as unknown)
    },
    { timeout: WAIT_TIMEOUT_MS },
  )

const line = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n'
const posted = 'POST /api/waitlist HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

describe('Invalid HTTP gets a 400 as a problem', () => {
  test.each([
    ['words', 'hello there\r\n\r\n'],
    ['an unknown method', 'SHOUT / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['TLS on a plain port', Buffer.from('16030100c8010000c403035f', 'hex')],
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', `${line}Host: elsewhere\r\n\r\n`],
    ['the same host twice', `${line}Host: localhost\r\n\r\n`],
    ['a header without a name', `${line}: nobody\r\n\r\n`],
    ['a NUL in a header', `${line}X-Odd: a\0b\r\n\r\n`],
    ['a length that isn’t a number', `${posted}Content-Length: many\r\n\r\n{}`],
    ['two lengths', `${posted}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `${posted}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a malformed chunk', `${posted}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
    ['a malformed escape', 'GET /api/users/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    const heard = await speak(bytes)
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    const [, body = ''] = heard.split('\r\n\r\n')
    const id = /^x-request-id: ([\w-]{36})\r$/m.exec(heard)?.[1]
    const text = expect.any(String) as string
    expect(JSON.parse(body)).toEqual({ code: 'invalid', message: text, requestId: id })
    expect(await accessLinesOf(id)).toEqual([expect.objectContaining({ event: 'request', status: 400 })])
  })

  test('endless headers are refused as too large', async () => {
    const heard = await speak(`${line}X-Long: ${'x'.repeat(70_000)}\r\n\r\n`)
    const [, id, inBody] =
      /^HTTP\/1\.1 413 [^]*\nx-request-id: (\S+)\r[^]*\{"code":"too_large".*"requestId":"(.*)"\}$/.exec(
        heard,
      ) ?? []
    expect(inBody).toBe(id)
    expect(await accessLinesOf(id)).toMatchObject([{ event: 'request', route: 'none', status: 413 }])
  })
})

test('an unknown expectation, an invalid host and HTTP/1.0 get normal responses', async () => {
  for (const head of [
    `${line}Expect: miracles\r\n`,
    'GET http://[::bad:99999999/api/health HTTP/1.1\r\nHost: localhost\r\n',
    'GET /api/health HTTP/1.0\r\nHost: x\r\n',
  ])
    expect(await speak(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (200|400) [\s\S]*\{"/)
})

test.each(['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND', 'DELETE'])(
  '%s of an address that has no such call is a 404',
  async (method) => {
    const head = `${method} /api/health HTTP/1.1\r\nHost: localhost\r\nX-Own: do-not-echo\r\nConnection: close\r\n\r\n`
    const answer = await speak(head)
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"not_found"/)
    expect(answer).not.toContain('do-not-echo')
  },
)

test('500 connections with random bytes don’t harm the server', async () => {
  const noise = Array.from({ length: 500 }, (_, n) => {
    const bytes = randomBytes(1 + (n % 200))
    return speak(n % 2 ? bytes : Buffer.concat([Buffer.from(line), bytes]), 300)
  })
  const heard = (await Promise.all(noise)).join('')
  expect(heard).not.toMatch(/^HTTP\/1\.1 5/m)
  expect((await product.ask('/api/health')).status).toBe(200)
  expect(product.process.exitCode).toBeNull()
}, 20_000)

test('the response to an unexpected error contains only a request id, and the log nothing that people wrote', async () => {
  const cookie = await product.signIn('ada', 'correct-horse')
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  // The database then refuses the row, and its error contains the row's values.
  await client.query('alter table signals add constraint nothing_premium check (not is_premium)')
  await client.query("alter table users add constraint nobody_called_mallory check (username <> 'mallory')")
  await client.end()
  const answers = [
    await product.ask('/api/signals', cookie, { content: 'Sell everything on Friday', isPremium: true }),
    await product.ask('/api/register', undefined, {
      ...CONSENT,
      username: 'mallory',
      email: 'mallory@example.org',
      password: 'harbor-lantern',
    }),
  ]
  for (const answer of answers) {
    const body = (await answer.json()) as Record<string, unknown>
    expect([answer.status, Object.keys(body).toSorted()]).toEqual([500, ['code', 'message', 'requestId']])
    expect(JSON.stringify(body)).not.toMatch(/constraint|signals|users|select|insert/)
    // The log is written asynchronously.
    await vi.waitUntil(() => product.said().includes(String(body.requestId)))
  }
  await product.ask('/api/login', undefined, { username: 'ada', password: 'wrong-donkey' })
  await speak(`${posted}Cookie: ${cookie}\r\nContent-Length: 28\r\n\r\n{"email": "harbor-lantern" x`, 300)
  await speak(`${posted}Cookie: ${cookie}\r\nContent-Length: nonsense\r\n\r\n`, 300)
  await product.ask(
    '/sandbox/stripe/v1/payment_intents/pi_1/confirm?client_secret=pi_1_secret_hush',
    cookie,
    {
      'payment_method_data[card][number]': '4242424242424242',
    },
  )
  await product.ask('/api/password-resets/check', undefined, { token: 'token-of-a-link' })
  const last = await product.ask('/reset-password?token=token-of-a-link')
  await vi.waitUntil(() => product.said().includes(String(last.headers.get('x-request-id'))))
  const log = product.said()
  expect(log).toContain('nothing_premium')
  expect(log).toContain('nobody_called_mallory')
  for (const secret of [
    'Sell everything',
    'harbor-lantern',
    'correct-horse',
    'wrong-donkey',
    'argon2',
    '424242',
    'secret_hush',
    'token-of-a-link',
    'mallory@',
  ])
    expect(log).not.toContain(secret)
  expect(log).not.toContain(cookie.split('=')[1])
})
