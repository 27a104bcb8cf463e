// Notifications of open pages: from every copy of the server, only to the right person, and only while they are signed in.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { notify } from '#server/db/notify.ts'
import { LIVE_PATH } from '#shared/live.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { expectEnd, expectEvents, type LivePage, openLive, SOON } from '#test/live-page.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { atMost } from '#test/test-scope.ts'

/** Moves both the system time and the elapsed time. */
let aheadMs = 0
const clock = {
  ...systemClock,
  now: () => new Date(systemClock.now().getTime() + aheadMs),
  elapsedMs: () => systemClock.elapsedMs() + aheadMs,
}

let database: FreshDatabase
let here: TestServer
let there: TestServer
let people: Record<'ada' | 'bob' | 'eve', Person>
beforeAll(async () => {
  database = await freshDatabase()
  here = await startServer({ database, clock })
  there = await startServer({ database, clock })
  people = await buildPeople(here.deps, { ada: member(), bob: member(), eve: member() })
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await database.drop()
})

/** A page that opens repeats recent changes, so this waits until those of earlier tests are old. */
const forgetTheLast = () => void (aheadMs += 10_000)

test('a visitor who isn’t signed in is refused', async () => {
  expect(await here.visitor().send('GET', LIVE_PATH)).toMatchObject({
    status: 401,
    body: { code: 'unauthorized', message: 'Unauthorized' },
  })
})

test('the response is an event stream that proxies don’t cache, compress or buffer', async () => {
  const page = await openLive(await here.signIn('ada'), { 'accept-encoding': 'br, gzip' })
  expect(page.response.status).toBe(200)
  expect(Object.fromEntries(page.response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(page.response.headers.get('content-encoding')).toBe(null)
  expect(page.response.headers.get('etag')).toBe(null)
  await vi.waitFor(() => expect(page.text()).toMatch(/^retry: [2-5]\d\d\d\n\n$/), SOON)
  page.close()
})

test('a notification on one copy of the server reaches pages on another within a second', async () => {
  const ada = await openLive(await here.signIn('ada'))
  const bob = await openLive(await there.signIn('bob'))
  await there.deps.db.transaction().execute(async (trx) => {
    await notify(trx, [people.ada.id], 'account')
    await notify(trx, [people.ada.id], 'account')
  })
  await expectEvents(ada, 'account')
  await notify(here.deps.db, [people.bob.id, people.ada.id], 'subscriptions')
  await expectEvents(ada, 'account', 'subscriptions')
  await expectEvents(bob, 'subscriptions')
  await notify(here.deps.db, [], 'revenue')
  // More ids than fit into one notification.
  await notify(here.deps.db, [...Array.from({ length: 1000 }, () => randomUUID()), people.bob.id], 'revenue')
  await expectEvents(bob, 'subscriptions', 'revenue')
  expect(ada.events).toEqual(['account', 'subscriptions'])
  for (const page of [ada, bob]) page.close()
})

test('a change that was rolled back sends no notification', async () => {
  forgetTheLast()
  const bob = await openLive(await here.signIn('bob'))
  const change = here.deps.db.transaction().execute(async (trx) => {
    await notify(trx, [people.bob.id], 'account')
    throw new Error('the change failed')
  })
  await expect(change).rejects.toThrow('the change failed')
  await notify(here.deps.db, [people.bob.id], 'revenue')
  await expectEvents(bob, 'revenue')
  bob.close()
})

test('a page that opens is notified of changes since it began to load, and of none before', async () => {
  forgetTheLast()
  const browser = await here.signIn('ada')
  // Earlier notifications have all arrived.
  const listening = await openLive(await here.signIn('eve'))
  await notify(there.deps.db, [people.ada.id, people.eve.id], 'account')
  await expectEvents(listening, 'account')
  const page = await openLive(browser)
  await expectEvents(page, 'account')
  expect(page.events).toEqual(['account'])
  forgetTheLast()
  const later = await openLive(browser)
  await notify(there.deps.db, [people.ada.id], 'subscriptions')
  await expectEvents(later, 'subscriptions')
  for (const each of [listening, page, later]) each.close()
})

test('signing out ends this browser’s streams, on every copy of the server, and no others', async () => {
  forgetTheLast()
  const [laptop, phone] = [await here.signIn('ada'), await here.signIn('ada')]
  const [tab, other] = [await openLive(laptop), await openLive(phone)]
  await laptop.send('POST', '/api/logout')
  await expectEnd(tab)
  expect(tab.events).toEqual(['session'])
  const listed = (await phone.send('GET', '/api/sessions')).body as { id: string; isCurrent: boolean }[]
  const tablet = await there.signIn('ada')
  await tablet.send('DELETE', `/api/sessions/${listed.find(({ isCurrent }) => isCurrent)?.id}`)
  await expectEnd(other)
  expect(other.events).toEqual(['session'])
  expect((await phone.fetch(LIVE_PATH)).status).toBe(401)
})

test('signing in again in a browser ends the stream of its previous session', async () => {
  const browser = await here.signIn('ada')
  const page = await openLive(browser)
  await browser.send('POST', '/api/login', { username: 'bob', password: 'signalpost' })
  await expectEnd(page)
  expect(page.events.at(-1)).toBe('session')
})

test('a stream ends when its session expires, unless the session was used in the meantime', async () => {
  const [used, resting] = [await here.signIn('bob'), await here.signIn('bob')]
  const [lively, idle] = [await openLive(used), await openLive(resting)]
  await new Promise((resolve) => setTimeout(resolve, 1100))
  aheadMs += 20 * 86_400_000
  await used.send('GET', '/api/user')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect([lively.isOver(), idle.isOver()]).toEqual([false, false])
  aheadMs += 10 * 86_400_000
  await expectEnd(idle)
  expect([idle.events, lively.isOver()]).toEqual([['session'], false])
  lively.close()
})

test('an idle stream sends a heartbeat every 25 seconds', async () => {
  forgetTheLast()
  const page = await openLive(await here.signIn('ada'))
  aheadMs += 20_000
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect(page.text()).not.toContain(':\n\n')
  aheadMs += 5000
  await vi.waitFor(() => expect(page.text()).toMatch(/\n\n:\n\n$/), { ...SOON, timeout: atMost(1500) })
  expect(page.events).toEqual([])
  page.close()
})

test('a 21st stream of one person ends the oldest, which reconnects much later', async () => {
  forgetTheLast()
  const browser = await here.signIn('ada')
  const pages: LivePage[] = []
  for (let n = 0; n < 20; n++) pages.push(await openLive(browser))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(pages.some((page) => page.isOver())).toBe(false)
  pages.push(await openLive(browser))
  await expectEnd(pages[0] as LivePage)
  expect(pages[0]?.text()).toMatch(/retry: 60000\n\n$/)
  expect(pages.filter((page) => page.isOver())).toHaveLength(1)
  for (const page of pages) page.close()
})
