// A new signal notifies the open pages of the author, followers and subscribers, and nobody else's.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { expectEvents, openLive, SOON } from '#test/live-page.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

let database: FreshDatabase
let here: TestServer
let there: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  here = await startServer({ database })
  there = await startServer({ database })
  await buildPeople(here.deps, {
    ada: creator(),
    bob: member({ follows: ['ada'] }),
    cleo: member({ subscribesTo: ['ada'] }),
    eve: member(),
  })
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await database.drop()
})

test('the author, followers and subscribers are notified once the signal is in their feeds, on every copy of the server', async () => {
  const bob = await there.signIn('bob')
  const pages = {
    ada: await openLive(await here.signIn('ada')),
    bob: await openLive(bob),
    cleo: await openLive(await here.signIn('cleo')),
    eve: await openLive(await here.signIn('eve')),
  }
  const ada = await there.signIn('ada')
  await ada.call(signals.post, { body: { content: 'Orders are up' } })
  for (const page of [pages.ada, pages.bob]) await expectEvents(page, 'feed')
  // Cleo pays Ada, so her bell rings, too.
  await vi.waitFor(() => expect(pages.cleo.events.toSorted()).toEqual(['alerts', 'feed']), SOON)
  expect((await bob.call(signals.feed, { query: {} }))[0]?.content).toBe('Orders are up')
  // Notifications arrive in order, so nothing was on its way to Eve.
  await ada.call(signals.post, { body: { content: 'And again' } })
  await expectEvents(pages.bob, 'feed', 'feed')
  expect(pages.eve.events).toEqual([])
  for (const page of Object.values(pages)) page.close()
})

test('a page that opens right after is notified too, because it may have loaded its feed before', async () => {
  const page = await openLive(await there.signIn('bob'))
  await expectEvents(page, 'feed')
  expect(page.text()).toContain('"feed"')
  page.close()
})

test('a thousand followers are all notified, by several notifications', async () => {
  const crowd = Array.from({ length: 1000 }, (_, n) => `fan_${n}`)
  await buildPeople(here.deps, Object.fromEntries(crowd.map((name) => [name, member({ follows: ['ada'] })])))
  const fans = await Promise.all(
    ['fan_0', 'fan_500', 'fan_999'].map(async (name) => openLive(await there.signIn(name))),
  )
  const ada = await here.signIn('ada')
  await ada.call(signals.post, { body: { content: 'To everybody' } })
  await vi.waitFor(
    () => expect(fans.map(({ events }) => events)).toEqual([['feed'], ['feed'], ['feed']]),
    SOON,
  )
  for (const page of fans) page.close()
})
