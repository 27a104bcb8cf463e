// The log of requests: one line each, with an id that the response has too, and no false alarms.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { endAll, type Product, startProduct } from '#tools/drills/product.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

/** Waits for a condition, also on a busy machine. */
const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, { timeout: WAIT_TIMEOUT_MS })

type Line = { level: number; event: string; requestId?: string } & Record<string, unknown>
const linesOf = (product: Product): Line[] =>
  product
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
/** The access line of the request with this id; the log is written asynchronously. */
const lineOf = (product: Product, requestId: string | null): Promise<Line> =>
  until(() => linesOf(product).find((line) => line.event === 'request' && line.requestId === requestId))

let database: FreshDatabase
let ada: string
let product: Product
let behindProxy: Product
beforeAll(async () => {
  database = await freshDatabase()
  const { db } = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
  const people = await buildPeople({ db, clock: systemClock, config }, { ada: creator() })
  ada = people.ada.id
  await db.destroy()
  // Rate limits are on, because they need the client's address.
  product = await startProduct(database.url, { LOG_LEVEL: 'debug', RATE_LIMITS: 'on' })
  behindProxy = await startProduct(database.url, { LOG_LEVEL: 'info', TRUST_PROXY: 'on' })
})
afterAll(async () => {
  endAll()
  await database.drop()
})

describe('Each request has one line', () => {
  test('with the method, the pattern of the route, the status, the duration and the person, but no address', async () => {
    const cookie = await product.signIn('ada')
    const response = await product.ask('/api/users/ada?token=secret-in-the-query', cookie)
    const line = await lineOf(product, response.headers.get('x-request-id'))
    expect(line).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/api/users/:username',
      status: 200,
      userId: ada,
    })
    expect(line['ms']).toBeGreaterThan(0)
    await product.ask('/reset-password?token=secret-in-a-link')
    await product.ask('/api/nothing/secret-in-a-path')
    await until(() => linesOf(product).some(({ route }) => route === 'none' || route === '/*'))
    expect(product.said()).not.toMatch(/secret-in|signalpost_session/)
  })

  test('with the reason, if it was refused', async () => {
    const asked = await product.ask('/api/signals/feed')
    const forged = await fetch(`${product.origin}/api/logout`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    const malformed = await fetch(`${product.origin}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"typed-by-somebody"}',
    })
    for (const [response, problem] of [
      [asked, 'unauthorized'],
      [forged, 'cross_site'],
      [malformed, 'invalid'],
    ] as const)
      expect(await lineOf(product, response.headers.get('x-request-id'))).toMatchObject({ problem })
    expect(product.said()).not.toContain('typed-by-somebody')
  })

  test('files of the page have theirs at debug level', async () => {
    const { headers } = await product.ask('/antenna.svg')
    const page = await (await product.ask('/')).text()
    const [file = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
    const response = await product.ask(file)
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(await lineOf(product, response.headers.get('x-request-id'))).toMatchObject({
      level: 20,
      route: '/assets/*',
    })
  })
})

describe('Each response has a request id', () => {
  test.each([
    ['a success', '/api/health', 200],
    ['a refusal', '/api/signals/feed', 401],
    ['an unknown call', '/api/nothing', 404],
    ['a broken escape', '/api/users/%zz', 400],
    ['a page', '/', 200],
    ['the payment sandbox', '/sandbox/stripe/v1/nothing', 401],
  ])('%s', async (_what, path, status) => {
    const response = await product.ask(path)
    const id = response.headers.get('x-request-id')
    expect([response.status, id]).toEqual([status, expect.stringMatching(/^[\w-]{36}$/) as unknown])
    expect(await lineOf(product, id)).toMatchObject({ method: 'GET', status })
    if (status >= 400 && !path.startsWith('/sandbox'))
      expect(await response.json()).toMatchObject({ requestId: id })
  })

  test.each([
    ['a well-formed one of the trusted proxy is kept', 'Root=1-67891233-abcdef012345', false],
    ['a well-formed one of the trusted proxy is kept', '1-67891233-abcdef012345678912345678', true],
    ['a malformed one is replaced', 'a b', false],
    ['a short one is replaced', 'abc', false],
    ['an endless one is replaced', 'x'.repeat(129), false],
  ])('%s: %s', async (_what, given, isKept) => {
    const idFrom = async ({ origin }: Product) =>
      (await fetch(`${origin}/api/health`, { headers: { 'x-request-id': given } })).headers.get(
        'x-request-id',
      )
    expect((await idFrom(behindProxy)) === given).toBe(isKept)
    expect(await idFrom(product)).not.toBe(given)
  })
})

const open = async ({ origin }: Product): Promise<Socket> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

test('a request that is refused before its end has one line, with the id and the status of the response', async () => {
  const socket = await open(product)
  socket.write(
    'POST /api/waitlist HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nno chunk\r\n',
  )
  const [heard] = (await once(socket, 'data')) as [Buffer]
  const id = /^x-request-id: (\S+)\r$/m.exec(heard.toString())?.[1] ?? ''
  expect(heard.toString()).toContain(`"requestId":"${id}"`)
  const expected = { method: 'POST', route: '/api/waitlist', status: 400 }
  expect(await lineOf(product, id)).toMatchObject(expected)
  const lines = linesOf(product).filter(({ event, requestId }) => event === 'request' && requestId === id)
  expect(lines).toHaveLength(1)
})

describe('Nothing that any client can cause raises an alarm', () => {
  const alarms = () => linesOf(product).filter(({ level }) => level >= 40)
  /** Every line of the connections so far has been written once this request's has. */
  async function settle() {
    const response = await product.ask('/api/health')
    await lineOf(product, response.headers.get('x-request-id'))
  }
  const gone = () =>
    linesOf(product).filter(({ event, status }) => event === 'request' && status === 499).length

  test.each([
    ['destroyed', (socket: Socket) => socket.destroy()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ])('a client whose connection is %s half-way through its body', async (_how, leave) => {
    const before = gone()
    const cookie = await product.signIn('ada')
    for (const path of ['/api/waitlist', '/api/login', '/api/portfolio/imports', '/api/stripe/webhook']) {
      const socket = await open(product)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email`,
      )
      await pause()
      leave(socket)
    }
    await until(() => gone() >= before + 4)
    await settle()
    expect(alarms()).toEqual([])
  })

  test('clients with an unknown session cookie that reset their connections at once', async () => {
    for (let n = 0; n < 40; n += 1) {
      const socket = await open(product)
      const path = n % 2 ? '/api/live' : '/api/signals/feed?scope=everyone'
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: signalpost_session=dead${n}\r\n\r\n`)
      await new Promise((resolve) => setImmediate(resolve))
      socket.resetAndDestroy()
    }
    await settle()
    await settle()
    expect(alarms()).toEqual([])
  })
})

/** Lets the server read what was sent; nothing depends on how long it takes. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
