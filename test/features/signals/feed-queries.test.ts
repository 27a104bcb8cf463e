// How many database queries a page of the feed takes.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator({ signals: ['One', 'Two', 'Three'] }),
    bob: member({ follows: ['ada'] }),
  })
})
afterAll(() => server.stop())

test('a feed page takes three prepared queries: the session, the page, and the outcomes; another one within a second needs only the page', async () => {
  const bob = await server.signIn('bob')
  const asked = vi.spyOn(server.deps.statements, 'query')
  const others = vi.spyOn(server.deps.pool, 'query')
  const connected = vi.spyOn(server.deps.db, 'selectFrom')
  await bob.call(signals.feed, { query: {} })
  const names = () => asked.mock.calls.map(([query]) => (query as { name?: string }).name)
  expect(names()).toEqual(['session', 'timeline_page', 'listed_scores'])
  await bob.call(signals.feed, { query: {} })
  expect(names().slice(3)).toEqual(['timeline_page'])
  expect(others).not.toHaveBeenCalled()
  expect(connected).not.toHaveBeenCalled()
})
