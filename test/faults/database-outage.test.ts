// A database that is stopped, frozen, overloaded or locked, and recovers.
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openTestDatabase } from '#test/database.ts'
import { atMost, WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { scratchRoot } from '../scratch.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { type BreakableDatabase, openBreakableDatabase } from '#tools/drills/database.ts'
import { DEFAULT_DATABASE_TIMEOUTS, endAll, type Product, startProduct } from '#tools/drills/product.ts'

const CALLS = [
  '/api/user',
  '/api/signals/feed',
  '/api/signals/feed?scope=everyone',
  '/api/users',
  '/api/users/ada',
  '/api/follows/suggestions',
  '/api/portfolio',
  '/api/sessions',
  '/api/ready',
]

/** A second, plus a margin for a busy machine. */
const SOON_MS = atMost(2000)

let database: BreakableDatabase
let url: string
let product: Product
let people: Record<'ada' | 'bob' | 'eve', Person>
let bob: string
let ada: string

/** A separate connection to the same database. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

beforeAll(async () => {
  database = await openBreakableDatabase(await scratchRoot(), { max_connections: '40', fsync: 'off' })
  url = database.url
  const { db } = openTestDatabase(url, pino({ level: 'silent' }), 2)
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) })
  const plan = { ada: creator(), bob: member({ follows: ['ada'] }), eve: creator() }
  people = await buildPeople({ db, clock: systemClock, config }, plan)
  await db.destroy()
  product = await startProduct(url, { RATE_LIMITS: 'on', ...DEFAULT_DATABASE_TIMEOUTS })
  bob = await product.signIn('bob')
  ada = await product.signIn('ada')
})
afterAll(async () => {
  endAll()
  await database.remove()
})

/** Sends all calls at once, those for visitors too; resolves with the ones that don't get a 503 within a second. */
async function notRefused(): Promise<string[]> {
  const asked = performance.now()
  const requests = [
    ...CALLS.map((path) => [path, bob] as const),
    ['/api/login', undefined, { username: 'bob', password: 'signalpost' }] as const,
    ['/api/signals', ada, { content: 'Said into the void.' }] as const,
    ['/api/follows', bob, { followingId: people.eve.id }] as const,
  ]
  const answers = await Promise.all(
    requests.map(async ([path, cookie, body]) => {
      const response = await product.ask(path, cookie, body)
      const { code, requestId } = (await response.json()) as { code?: string; requestId?: string }
      const hasId = requestId !== undefined && requestId === response.headers.get('x-request-id')
      const isRefused =
        response.status === 503 && code === 'unavailable' && hasId && response.headers.has('retry-after')
      const took = performance.now() - asked
      return isRefused && took < SOON_MS
        ? []
        : [`${path}: ${response.status} ${code} after ${took.toFixed(0)} ms`]
    }),
  )
  return answers.flat()
}

/** Resolves once all calls succeed again, with how many milliseconds that took. */
async function untilBack(): Promise<number> {
  const since = performance.now()
  const works = async () => {
    const answers = await Promise.all(CALLS.map((path) => product.ask(path, bob)))
    return answers.every(({ status }) => status === 200)
  }
  await vi.waitUntil(works, { timeout: WAIT_TIMEOUT_MS, interval: 50 })
  return performance.now() - since
}

/** Checks that background work continues: a new signal reaches followers, and the queue fills a new follower's timeline. */
async function backgroundWorks() {
  const client = await connected()
  try {
    const response = await product.ask('/api/signals', ada, { content: 'Here again.' })
    const { id } = (await response.json()) as { id: string }
    const reached = async () =>
      (
        await client.query('select from timelines where viewer_id = $1 and signal_id = $2', [
          people.bob.id,
          id,
        ])
      ).rowCount === 1
    await vi.waitUntil(reached, { timeout: WAIT_TIMEOUT_MS, interval: 20 })
    await client.query('delete from timelines where viewer_id = $1', [people.bob.id])
    await client.query(
      `select graphile_worker.add_job('fill_timeline', json_build_object('viewerId', $1::text, 'authorId', $2::text))`,
      [people.bob.id, people.ada.id],
    )
    await vi.waitUntil(reached, { timeout: WAIT_TIMEOUT_MS, interval: 20 })
  } finally {
    await client.end()
  }
}

afterEach(() => {
  expect([product.process.exitCode, product.process.signalCode]).toEqual([null, null])
})

test('while stopped, every call gets a 503 at once; the process survives and recovers within 2 s', async () => {
  await database.stop()
  expect(await notRefused()).toEqual([])
  expect((await product.ask('/api/health', bob)).status).toBe(200)
  // Long enough for anything that stops after a few retries to have stopped.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  await database.start()
  expect(await untilBack()).toBeLessThan(atMost(2000))
  await backgroundWorks()
}, 30_000)

test('a restart only affects the calls at that moment', async () => {
  await database.stop()
  await database.start()
  expect(await untilBack()).toBeLessThan(atMost(2000))
  await backgroundWorks()
}, 30_000)

test('while frozen, every call gets a 503 within a second, and no transaction stays half done', async () => {
  await Promise.all(CALLS.map((path) => product.ask(path, bob)))
  await database.freeze()
  try {
    expect(await notRefused()).toEqual([])
    expect(await notRefused()).toEqual([])
    expect((await product.ask('/api/health', bob)).status).toBe(200)
  } finally {
    database.thaw()
  }
  expect(await untilBack()).toBeLessThan(atMost(2000))
  await backgroundWorks()
}, 30_000)

test('a write that hangs gets a 503, and its connection isn’t reused with the transaction open', async () => {
  const client = await connected()
  const follow = () => product.ask('/api/follows', bob, { followingId: people.eve.id })
  // Reads still work, so each request reaches its own transaction.
  await client.query('begin; lock table follows in share mode')
  const answers = await Promise.all(Array.from({ length: 10 }, follow))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  await client.query('rollback')

  // Other connections see acknowledged writes at once. Ten posts at a time, because the pool has ten connections:
  // on a busy machine, more would wait too long for one.
  const post = () => product.ask('/api/signals', ada, { content: 'Acknowledged.' })
  const tenPosts = () => Promise.all(Array.from({ length: 10 }, post))
  const posts = [...(await tenPosts()), ...(await tenPosts())]
  expect(new Set(posts.map(({ status }) => status))).toEqual(new Set([201]))
  const { rowCount } = await client.query("select from signals where content = 'Acknowledged.'")
  expect(rowCount).toBe(20)
  // The server's other work may be between two statements; PostgreSQL ends a transaction that was left after 10 s.
  const left = async () => {
    const { rows } = await client.query<object>(
      "select query from pg_stat_activity where application_name = 'signalpost' and state like 'idle in transaction%'",
    )
    return rows
  }
  await expect.poll(left, { timeout: 5000 }).toEqual([])
  expect((await follow()).status).toBe(201)
  await client.end()
})

test('without a free connection, calls get a 503, and recover once there is one', async () => {
  const held: pg.Client[] = []
  const takeAll = async () => {
    for (;;) {
      try {
        held.push(await connected())
      } catch {
        return
      }
    }
  }
  await takeAll()
  // The product's connections are closed too, until the test gets all of them; otherwise the product keeps using them.
  const ended = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'signalpost'"
  while ((await held[0]?.query(ended))?.rowCount) await takeAll()
  expect(await notRefused()).toEqual([])
  await Promise.all(held.map((client) => client.end()))
  expect(await untilBack()).toBeLessThan(atMost(2000))
})
