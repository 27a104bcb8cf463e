// Open pages when the server loses its listening connection, or stops.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { LIVE_PATH } from '#shared/live.ts'
import { atMost, WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { type FreshDatabase, freshDatabase } from '../database.ts'
import { expectEnd, expectEvents, openLive, SOON } from '../live-page.ts'
import { startServer, type TestServer } from '../server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'

let database: FreshDatabase
let here: TestServer
let there: TestServer
let people: Record<'ada' | 'bob', Person>
beforeAll(async () => {
  database = await freshDatabase()
  here = await startServer({ database })
  there = await startServer({ database })
  people = await buildPeople(here.deps, { ada: member(), bob: member() })
})
afterAll(async () => {
  endAll()
  await Promise.all([here.stop(), there.stop()])
  await database.drop()
})

/** Terminates the connections on which the copies of the server listen. */
const cutListening = async () =>
  (
    await here.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and (query = 'listen changes' or query like '%delete from changes%')`,
    )
  ).rowCount

test('after the listening connection was lost, pages are notified that anything may have changed, and get notifications again', async () => {
  const browser = await here.signIn('ada')
  const page = await openLive(browser)
  expect(await cutListening()).toBe(2)
  // This copy misses what is sent before it listens again. Its pages get `everything` instead.
  await vi.waitFor(() => expect(page.events).toEqual(['everything']), {
    timeout: WAIT_TIMEOUT_MS,
    interval: 10,
  })
  await notify(here.deps.db, [people.ada.id], 'revenue')
  await expectEvents(page, 'everything', 'revenue')
  // A page that opens now may have loaded its data before that change.
  const opening = await openLive(browser)
  await expectEvents(opening, 'everything')
  await notify(there.deps.db, [people.ada.id], 'account')
  await expectEvents(page, 'everything', 'revenue', 'account')
  // A session that ended in the meantime is noticed.
  await here.deps.pool.query('delete from sessions')
  await cutListening()
  await vi.waitFor(() => expect(page.isOver()).toBe(true), { timeout: WAIT_TIMEOUT_MS, interval: 10 })
})

test('foreign notifications on the channel are ignored', async () => {
  const page = await openLive(await here.signIn('ada'))
  for (const payload of ['nonsense', '5', 'null', '{}'])
    await here.deps.pool.query('select pg_notify($1, $2)', ['changes', payload])
  await notify(here.deps.db, [people.ada.id], 'account')
  await vi.waitFor(() => expect(page.events.at(-1)).toBe('account'), SOON)
  page.close()
})

test('a server that stops ends its streams and stops at once', async () => {
  const third = await startServer({ database })
  const pages = await Promise.all(Array.from({ length: 5 }, async () => openLive(await third.signIn('bob'))))
  const asked = performance.now()
  await third.stop()
  expect(performance.now() - asked).toBeLessThan(atMost(1500))
  await Promise.all(pages.map(expectEnd))
  expect(pages.map(({ events }) => events.filter((what) => what === 'session'))).toEqual([[], [], [], [], []])
})

test('the product stops as quickly with open streams as without, and cleanly', async () => {
  const product = await startProduct(database.url)
  const cookie = await product.signIn('bob')
  const stream = await product.ask(LIVE_PATH, cookie)
  expect(stream.status).toBe(200)
  const over = stream.text()
  const asked = performance.now()
  expect(await product.end('SIGTERM')).toBe(0)
  expect(performance.now() - asked).toBeLessThan(atMost(4000))
  // Ended, not aborted.
  expect(await over).toMatch(/^retry: \d+\n\n/)
  expect(product.said()).not.toMatch(/"level":[45]0/)
})
