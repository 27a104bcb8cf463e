// Open pages are told when a signal comes into their person's timeline: followers, subscribers and the author, nobody else.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { hears, openLive, SOON } from '#test/live-page.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#demo/build-people.ts'

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

test('who follows or pays Ada is told once her signal is in their feed, whichever copy they are at, and so is she', async () => {
  const bob = await there.signIn('bob')
  const pages = {
    ada: await openLive(await here.signIn('ada')),
    bob: await openLive(bob),
    cleo: await openLive(await here.signIn('cleo')),
    eve: await openLive(await here.signIn('eve')),
  }
  const ada = await there.signIn('ada')
  await ada.call(signals.post, { body: { content: 'Orders are up' } })
  for (const page of [pages.ada, pages.bob, pages.cleo]) await hears(page, 'feed')
  expect((await bob.call(signals.feed, { query: {} }))[0]?.content).toBe('Orders are up')
  // What is told later comes later, so nothing was under way for Eve.
  await ada.call(signals.post, { body: { content: 'And again' } })
  await hears(pages.bob, 'feed', 'feed')
  expect(pages.eve.heard).toEqual([])
  for (const page of Object.values(pages)) page.close()
})

test('a page that opens right after is told too, for it may have read its feed before', async () => {
  const page = await openLive(await there.signIn('cleo'))
  await hears(page, 'feed')
  expect(page.text()).toContain('"feed"')
  page.close()
})

test('a thousand followers are all told, by more notifications than one', async () => {
  const crowd = Array.from({ length: 1000 }, (_, n) => `fan_${n}`)
  await buildPeople(here.deps, Object.fromEntries(crowd.map((name) => [name, member({ follows: ['ada'] })])))
  const fans = await Promise.all(
    ['fan_0', 'fan_500', 'fan_999'].map(async (name) => openLive(await there.signIn(name))),
  )
  const ada = await here.signIn('ada')
  await ada.call(signals.post, { body: { content: 'To everybody' } })
  await vi.waitFor(() => expect(fans.map(({ heard }) => heard)).toEqual([['feed'], ['feed'], ['feed']]), SOON)
  for (const page of fans) page.close()
})
