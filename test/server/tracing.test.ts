// Traces: a real server sends them to a small collector, and loads none of it without the setting.
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** What an OpenTelemetry collector takes over HTTP. */
const spans: Span[] = []
let received = ''
const collector: Server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    received += body
    if (request.url === '/v1/traces')
      for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

let database: FreshDatabase
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  database = await freshDatabase()
  const { db } = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
  await buildPeople({ db, clock: systemClock, config }, { ada: creator() })
  await db.destroy()
})
afterAll(async () => {
  endAll()
  collector.close()
  await database.drop()
})

test('a request is one trace with its queries, without addresses, secrets and values', async () => {
  const product = await startProduct(database.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  })
  const cookie = await product.signIn('ada')
  const foreign = '0af7651916cd43dd8448eb211c80319c'
  const answer = await fetch(`${product.origin}/api/users/ada?token=secret-in-the-query`, {
    headers: { cookie, traceparent: `00-${foreign}-b7ad6b7169203331-01` },
  })
  expect(answer.status).toBe(200)
  // Stopping sends what is left.
  expect(await product.end('SIGTERM')).toBe(0)

  const request = spans.find(({ name }) => name === 'GET /api/users/:username')
  const inTrace = spans.filter(({ traceId }) => traceId === request?.traceId)
  const queries = inTrace.filter(({ name }) => name.startsWith('pg.query'))
  expect(request?.parentSpanId).toBeUndefined()
  // The session and the profile, at least.
  expect(queries.length).toBeGreaterThanOrEqual(2)
  expect(inTrace.map(({ spanId }) => spanId)).toEqual(
    expect.arrayContaining(queries.map(({ parentSpanId }) => parentSpanId)),
  )
  expect(request?.attributes).toContainEqual({
    key: 'http.route',
    value: { stringValue: '/api/users/:username' },
  })
  expect(spans.some(({ name }) => name === 'POST /api/login')).toBe(true)
  for (const secret of ['secret-in-the-query', '/api/users/ada', cookie.split('=')[1], 'argon2', foreign])
    expect(received).not.toContain(secret)
})

/** A module that is preloaded and prints every file that is loaded after it. */
const TRACE = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context) } })`

test('without the settings, neither OpenTelemetry nor the metrics’ client is loaded', async () => {
  const product = await startProduct(database.url, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TRACE)}`,
  })
  await product.ask('/api/health')
  const loaded = product.said()
  expect(loaded).toContain('/server/main.ts')
  expect(loaded.match(/loaded \S*\/(@opentelemetry|prom-client)\/\S*/g)).toBeNull()
})
