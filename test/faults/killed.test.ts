// A server that is killed or stopped while it is working.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { atMost, isFull, WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '../database.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'
import { endAll, type Product, startProduct } from '#tools/drills/product.ts'

const FOLLOWERS = isFull ? 5000 : 1000

let database: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  const { db } = openTestDatabase(database.url, pino({ level: 'silent' }), 1)
  // The test doesn't use the product's own pool, whose queries time out after a second.
  pool = new pg.Pool({ connectionString: database.ownerUrl, max: 3 })
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
  const { ada } = await buildPeople({ db, clock: systemClock, config }, { ada: creator(), bob: member() })
  await db.destroy()
  await pool.query(
    `with crowd as (
       insert into users (id, email, password, username, created_at, updated_at)
       select gen_random_uuid(), 'f' || n || '@example.com', 'x', 'follower_' || n, now(), now()
         from generate_series(1, $2::int) n returning id)
     insert into follows (id, follower_id, following_id, created_at)
     select gen_random_uuid(), id, $1, now() from crowd`,
    [ada.id, FOLLOWERS],
  )
})
afterAll(async () => {
  endAll()
  await pool.end()
  await database.drop()
})

const count = async (what: string, values: unknown[] = []) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`, values)).rows[0]?.n ?? 0
const post = async (product: Product, cookie: string, content: string) => {
  const response = await product.ask('/api/signals', cookie, { content })
  if (response.status !== 201) throw new Error(`refused with ${response.status}`)
  return ((await response.json()) as { id: string }).id
}

/** Blocks every delivery before a follower in the middle; resolves with the function that unblocks it. */
async function holdDelivery(): Promise<() => Promise<void>> {
  const holder = await pool.connect()
  await holder.query(`
    select pg_advisory_lock(1);
    create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end';
    do $$ begin
      execute format('create trigger hold before insert on timelines for each row when (new.viewer_id = %L) execute function hold()',
        (select follower_id from follows order by follower_id offset ${FOLLOWERS / 2} limit 1));
    end $$`)
  return async () => {
    await holder.query('select pg_advisory_unlock(1)')
    await holder.query('drop function hold cascade')
    holder.release()
  }
}

test(`a server killed while delivering to ${FOLLOWERS} followers loses and duplicates nothing`, async () => {
  const goOn = await holdDelivery()
  const first = await startProduct(database.url)
  const cookie = await first.signIn('ada')
  const ids = await Promise.all([1, 2, 3, 4].map((n) => post(first, cookie, `Signal ${n}`)))
  await vi.waitUntil(async () => (await count('timelines')) > ids.length + FOLLOWERS / 4, {
    timeout: WAIT_TIMEOUT_MS,
    interval: 5,
  })
  await first.end('SIGKILL')
  const delivered = await count('timelines')
  expect(delivered).toBeLessThan(ids.length * (FOLLOWERS + 1))
  expect(await count('deliveries')).toBeGreaterThan(0)
  await goOn()

  const second = await startProduct(database.url)
  await vi.waitUntil(async () => (await count('deliveries')) === 0, {
    timeout: WAIT_TIMEOUT_MS,
    interval: 20,
  })
  expect(await count('timelines')).toBe(ids.length * (FOLLOWERS + 1))
  const { rows } = await pool.query<{ signals: number; viewers: number }>(
    'select signals, count(*)::int as viewers from (select count(distinct signal_id)::int as signals from timelines group by viewer_id) t group by 1',
  )
  expect(rows).toEqual([{ signals: ids.length, viewers: FOLLOWERS + 1 }])
  await second.end('SIGKILL')
})

test('every acknowledged post survives kill -9, three times in a row', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    const product = await startProduct(database.url)
    const cookie = await product.signIn('ada')
    const posting = [1, 2, 3, 4].map(async (n) => {
      try {
        for (let k = 0; k < 1000; k++)
          acknowledged.push(await post(product, cookie, `Round ${round}, ${n}, ${k}`))
      } catch {
        // Its connection broke when the server was killed.
      }
    })
    const before = acknowledged.length
    await vi.waitUntil(() => acknowledged.length > before + 20, { timeout: WAIT_TIMEOUT_MS, interval: 1 })
    await product.end('SIGKILL')
    await Promise.all(posting)
  }
  expect(await count('signals where id = any($1)', [acknowledged])).toBe(acknowledged.length)
  // Authors see their signals at once: their own timeline is written together with the signal.
  expect(await count('signals g where not exists (select from timelines t where t.signal_id = g.id)')).toBe(0)
  // Delivering to the other followers would take a while and isn't part of this test.
  await pool.query('delete from deliveries')
})

test('another server takes over the jobs of a killed one', async () => {
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at)
     select gen_random_uuid(), b.id, a.id, now() from users a, users b where a.username = 'ada' and b.username = 'bob'`,
  )
  await pool.query(
    `select graphile_worker.add_job('fill_timeline', json_build_object('viewerId', b.id, 'authorId', a.id))
       from users a, users b where a.username = 'ada' and b.username = 'bob'`,
  )
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '2 minutes'`,
  )
  const product = await startProduct(database.url)
  const ofBob = () => count("timelines t join users b on b.id = t.viewer_id where b.username = 'bob'")
  // A new copy of the server takes over nothing for six seconds.
  await vi.waitUntil(async () => (await ofBob()) > 0, { timeout: WAIT_TIMEOUT_MS, interval: 50 })
  expect(await ofBob()).toBe(await count('signals'))
  await product.end('SIGKILL')
})

test('SIGTERM loses no request and exits cleanly', async () => {
  const product = await startProduct(database.url)
  const cookie = await product.signIn('bob')
  const wrong: string[] = []
  let answered = 0
  let ended = false
  const asking = Array.from({ length: 8 }, async () => {
    while (!ended) {
      try {
        const response = await product.ask('/api/user', cookie)
        await response.text()
        if (response.status === 200) answered += 1
        else wrong.push(String(response.status))
      } catch (error) {
        const { code } = (error as { cause: { code: string } }).cause
        // Connection refused: a load balancer would try another copy.
        if (code !== 'ECONNREFUSED') wrong.push(code)
        return
      }
    }
  })
  await vi.waitUntil(() => answered > 100, { timeout: WAIT_TIMEOUT_MS, interval: 1 })
  const asked = performance.now()
  expect(await product.end('SIGTERM')).toBe(0)
  expect(performance.now() - asked).toBeLessThan(atMost(8000))
  ended = true
  await Promise.all(asking)
  expect(wrong).toEqual([])
  // No response was cut off during the shutdown either.
  expect(product.said()).not.toMatch(/"level":[45]0/)
})
