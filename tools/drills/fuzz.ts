// Random requests to every call of the API, half right and half broken, from visitors, members and a creator: no 5xx.
import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { report } from '../bench/report.ts'
import type { Drill } from './drill.ts'
import type { Product } from './product.ts'
import { openStage, type SignedIn, signInPeople } from './stage.ts'

const CONCURRENCY = 4
/** How many ids from responses are kept for later requests. */
const IDS_KEPT = 500
const FAILURES_SHOWN = 20
const ERRORS_SHOWN = 5
/** Ending everybody's sessions would leave only 401 responses. */
const LEFT_OUT = ['/api/logout', '/api/sessions/others']

type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  minimum?: number
  maximum?: number
  maxLength?: number
}

const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T
const chance = (percent: number) => randomInt(100) < percent

const TEXTS = [
  '',
  ' ',
  '$AAPL up',
  'fan_1',
  'author_2',
  'signalpost',
  'new@example.com',
  '2026-11-26',
  '2026-13-45',
  '-1',
  '1e400',
  'NaN',
  "'; drop table users; --",
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '%00%ff',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(100_000),
]
const JUNK: unknown[] = [
  null,
  true,
  0,
  -1,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  JSON.parse('{"__proto__":{"a":1}}'),
  ...TEXTS,
]

const STANDARD: Record<string, () => string> = {
  uuid: () => randomUUID(),
  email: () => `somebody_${randomInt(1000)}@example.com`,
  date: () => `20${10 + randomInt(20)}-0${1 + randomInt(9)}-1${randomInt(9)}`,
  'date-time': () => new Date(randomInt(2 ** 41)).toISOString(),
  uri: () => 'https://example.com/a',
}

/**
 * A value that fits the schema, apart from its finer rules; one of ten parts is junk. `ids` are those of earlier
 * responses.
 */
function valueOf(schema: JsonSchema, ids: readonly string[]): unknown {
  if (chance(10)) return pick(JUNK)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  if (schema.anyOf) return valueOf(pick(schema.anyOf), ids)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
        chance(85) ? [[name, valueOf(of, ids)]] : [],
      ),
    )
  if (schema.type === 'array')
    return Array.from({ length: randomInt(4) }, () => valueOf(schema.items ?? {}, ids))
  if (schema.type === 'boolean') return chance(50)
  if (schema.type === 'null') return null
  if (schema.type === 'integer' || schema.type === 'number') {
    const [least, most] = [Math.max(schema.minimum ?? -9, -1e6), Math.min(schema.maximum ?? 1e6, 1e6)]
    return least + randomInt(Math.max(1, Math.floor(most - least + 1)))
  }
  if (ids.length > 0 && chance(schema.format === 'uuid' ? 80 : 20)) return pick(ids)
  return (STANDARD[schema.format ?? ''] ?? (() => pick(TEXTS).slice(0, schema.maxLength)))()
}

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

type Call = { method: string; path: string; query: JsonSchema; body: JsonSchema }
const calls = (): Call[] =>
  Object.values(contract)
    .flatMap((feature) => Object.values(feature as Record<string, Endpoint>))
    .filter(({ path }) => !LEFT_OUT.includes(path))
    .map(({ method, path, query, body }) => ({ method, path, query: schemaOf(query), body: schemaOf(body) }))

function requestOf({ method, path, query, body }: Call, ids: readonly string[]) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
  const filled = path.replaceAll(/:\w+/g, () =>
    encodeURIComponent(text(ids.length > 0 && chance(70) ? pick(ids) : pick(TEXTS).slice(0, 2000))),
  )
  const search = new URLSearchParams()
  for (const [name, of] of Object.entries(query.properties ?? {}))
    if (chance(60)) search.set(name, text(valueOf(of, ids)).slice(0, 2000))
  const isBroken = chance(5)
  const sent = method === 'GET' ? undefined : isBroken ? '{"a":' : JSON.stringify(valueOf(body, ids) ?? {})
  return { method, address: `${filled}?${search}`, body: sent }
}

async function send(product: Product, request: ReturnType<typeof requestOf>, cookie: string | undefined) {
  const { method, address, body } = request
  return await fetch(product.origin + address, {
    method,
    signal: AbortSignal.timeout(60_000),
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
}

export const fuzz: Drill = async ({ seconds }) => {
  const stage = await openStage()
  try {
    const product = await stage.stripe.startProduct()
    const { authors, fans, paid } = await signInPeople(stage, product)
    const senders: (SignedIn | undefined)[] = [undefined, paid, ...authors.slice(0, 3), ...fans.slice(0, 5)]
    const all = calls()
    const ids = [paid.id, ...authors.map(({ id }) => id)]
    const statuses = new Map<string, number>()
    const failures: string[] = []
    let elsewhere = 0
    const over = performance.now() + seconds * 1000
    const work = async () => {
      while (performance.now() < over && product.process.exitCode === null) {
        const request = requestOf(pick(all), ids)
        const sender = pick(senders)
        const response = await send(product, request, sender?.cookie)
        const text = await response.text()
        for (const id of text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)?.slice(0, 3) ?? [])
          if (ids.push(id) > IDS_KEPT) ids.splice(randomInt(ids.length), 1)
        const kind = `${Math.floor(response.status / 100)}xx`
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
        // The stage has no brokers, and its authors have no accounts in the Stripe sandbox.
        if (/^{"code":"(payments|broker)_unavailable"/.test(text)) elsewhere += 1
        else if (response.status >= 500)
          failures.push(
            `${response.status} ${request.method} ${request.address} ${request.body ?? ''} ${text}`,
          )
        if (response.status === 401 && sender && chance(5))
          sender.cookie = await product.signIn(sender.username).catch(() => sender.cookie)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    report.note(
      `${all.length} calls; answers: ${[...statuses]
        .toSorted()
        .map(([kind, n]) => `${n} ${kind}`)
        .join(', ')}`,
    )
    report.note(`${elsewhere} of them say that Stripe or a broker can't be reached`)
    for (const failure of failures.slice(0, FAILURES_SHOWN)) report.note(failure.slice(0, 400))
    report.exactly('responses of 500 or above', failures.length, 0)
    const errors = product
      .said()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    if (failures.length > 0)
      for (const line of errors.slice(0, ERRORS_SHOWN)) report.note(line.slice(0, 1200))
    report.exactly('exits of the server', product.process.exitCode === null ? 0 : 1, 0)
  } finally {
    await stage.close()
  }
}
