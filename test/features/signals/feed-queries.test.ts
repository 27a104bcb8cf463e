// How many database queries a page of the feed takes.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#demo/build-people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator({ signals: ['One', 'Two', 'Three'] }),
    bob: member({ follows: ['ada'] }),
  })
})
afterAll(() => server.stop())

test('a feed page takes two queries: the session and the page', async () => {
  const bob = await server.signIn('bob')
  const asked = vi.spyOn(server.deps.pool, 'query')
  const connected = vi.spyOn(server.deps.db, 'selectFrom')
  await bob.call(signals.feed, { query: {} })
  const names = asked.mock.calls.map(([question]) => (question as { name?: string }).name)
  // Signal delivery also polls the database once a second.
  expect(names.filter((name) => name !== 'deliver_step')).toEqual(['session', 'timeline_page'])
  expect(connected).not.toHaveBeenCalled()
})
