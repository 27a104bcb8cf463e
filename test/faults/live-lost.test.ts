// Pages that are open while the connection on which changes are heard is lost, or the server leaves.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { LIVE_PATH } from '#shared/live.ts'
import { atMost, PATIENCE_MS } from '#test/full.ts'
import { type FreshDatabase, freshDatabase } from '../database.ts'
import { ends, hears, openLive, SOON } from '../live-page.ts'
import { startServer, type TestServer } from '../server.ts'
import { member, type Person, buildPeople } from '#demo/build-people.ts'
import { endAll, startProduct } from './product.ts'

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

/** Cuts the connections on which copies of the server hear each other. */
const cutListening = async () =>
  (
    await here.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen told'`,
    )
  ).rowCount

test('after the listening connection was lost, pages are told that anything may have changed, and hear again', async () => {
  const browser = await here.signIn('ada')
  const page = await openLive(browser)
  expect(await cutListening()).toBe(2)
  // What is told now, nobody hears.
  await notify(here.deps.db, [people.ada.id], 'revenue')
  await vi.waitFor(() => expect(page.heard).toEqual(['everything']), { timeout: PATIENCE_MS, interval: 10 })
  // It may have been told while a page loaded that opens only now.
  const opening = await openLive(browser)
  await hears(opening, 'everything')
  await notify(there.deps.db, [people.ada.id], 'account')
  await hears(page, 'everything', 'account')
  // A session that ended in the dark is noticed.
  await here.deps.pool.query('delete from sessions')
  await cutListening()
  await vi.waitFor(() => expect(page.isOver()).toBe(true), { timeout: PATIENCE_MS, interval: 10 })
})

test('what somebody else notifies harms nobody', async () => {
  const page = await openLive(await here.signIn('ada'))
  for (const payload of ['nonsense', '5', 'null', '{}'])
    await here.deps.pool.query('select pg_notify($1, $2)', ['told', payload])
  await notify(here.deps.db, [people.ada.id], 'account')
  await vi.waitFor(() => expect(page.heard.at(-1)).toBe('account'), SOON)
  page.close()
})

test('a server that stops ends its streams and is gone at once', async () => {
  const third = await startServer({ database })
  const pages = await Promise.all(Array.from({ length: 5 }, async () => openLive(await third.signIn('bob'))))
  const asked = performance.now()
  await third.stop()
  expect(performance.now() - asked).toBeLessThan(atMost(1500))
  await Promise.all(pages.map(ends))
  expect(pages.map(({ heard }) => heard.filter((what) => what === 'session'))).toEqual([[], [], [], [], []])
})

test('the product leaves as quickly with open streams as without, and in order', async () => {
  const product = await startProduct(database.url)
  const cookie = await product.signIn('bob')
  const stream = await product.ask(LIVE_PATH, cookie)
  expect(stream.status).toBe(200)
  const over = stream.text()
  const asked = performance.now()
  expect(await product.end('SIGTERM')).toBe(0)
  expect(performance.now() - asked).toBeLessThan(atMost(4000))
  // Ended, not cut off.
  expect(await over).toMatch(/^retry: \d+\n\n/)
  expect(product.said()).not.toMatch(/"level":[45]0/)
})
