// The server that `npm run bench feed` compares the feed with.
import pg from 'pg'
import { expect, test } from 'vitest'
import { bytesOfBoth } from '#tools/bench/feed.ts'
import { startProcess } from '#tools/bench/servers.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { startServer } from '#test/server.ts'

test('the reference server answers a page with the same bytes as the product', async () => {
  const server = await startServer()
  const { ada, bob } = await buildPeople(server.deps, {
    ada: creator({
      signals: [
        { content: 'Buys', tickers: ['NVDA'] },
        'Talks',
        { content: 'For subscribers', isPremium: true },
      ],
    }),
    bob: member({ follows: ['ada'] }),
  })
  const cookie = (
    await server.visitor().send('POST', '/api/login', { username: 'bob', password: 'signalpost' })
  ).headers
    .getSetCookie()[0]
    ?.split(';')[0]
  const reference = await startProcess('tools/bench/reference.ts', [server.database.url, bob.id, ada.id], {})
  const owner = new pg.Pool({ connectionString: server.database.ownerUrl, max: 1 })
  const feed = { url: `${server.origin}/api/signals/feed`, ...(cookie && { cookie }) }
  const { body, plain, shown } = await bytesOfBoth(owner, feed, { url: `${reference.url}/feed` })
  expect(plain).toBe(body)
  expect(shown).toHaveLength(3)
  await owner.end()
  await reference.stop()
  await server.stop()
})
