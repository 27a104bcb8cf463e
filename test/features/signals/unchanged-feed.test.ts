// An unchanged feed is answered from the versions of its rows; every change of the page is noticed.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let people: Record<'ada' | 'bob' | 'eve', Person>
let ada: Browser
let bob: Browser
beforeAll(async () => {
  server = await startServer({ sequencer: false })
  people = await buildPeople(server.deps, {
    ada: creator({ signals: ['One', { content: 'Two', isPremium: true }, 'Three'] }),
    bob: member({ follows: ['ada'], subscribesTo: ['ada'] }),
    eve: member({ follows: ['ada'] }),
  })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
})
afterAll(() => server.stop())

const LIMIT = 3
const feed = (browser: Browser, etag?: string) =>
  browser.fetch(`/api/signals/feed?limit=${LIMIT}`, { headers: etag ? { 'if-none-match': etag } : {} })
const etagOf = (response: Response) => response.headers.get('etag') ?? ''
const users = (set: string) =>
  server.deps.pool.query(`update users set ${set} where id = $1`, [people.ada.id])

test('for a client that has the page, only its rows are checked, and it gets a 304 without a body', async () => {
  const etag = etagOf(await feed(bob))
  const asked = vi.spyOn(server.deps.statements, 'query')
  const again = await feed(bob, `"an older one", W/${etag}`)
  const names = asked.mock.calls.map(([query]) => (query as { name?: string }).name)
  asked.mockRestore()
  expect([again.status, await again.text(), etagOf(again)]).toEqual([304, '', etag])
  expect(again.headers.get('cache-control')).toBe('private, no-store')
  expect(names.at(-1)).toBe('timeline_version')
  expect(names).not.toContain('timeline_page')
})

test('the page gets the reply that it keeps while nothing has changed', async () => {
  const page = (known?: Awaited<ReturnType<typeof bob.callPage<typeof signals.feed>>>) =>
    bob.callPage(signals.feed, { query: { limit: LIMIT } }, known)
  const first = await page()
  expect(await page(first)).toBe(first)
  const other = await page({ ...first, etag: '"of another page"' })
  expect(other).toEqual(first)
  expect(other).not.toBe(first)
})

test.each<[string, () => Promise<unknown>]>([
  ['an older signal makes a next page', () => older('Zero')],
  ['the author takes a new name', () => users("display_name = 'Ada Lovelace'")],
  ['the author takes another username', () => users("username = 'countess'")],
  ['the author has a new picture', () => users("profile_image_url = 'https://example.com/a.png'")],
  ['the author’s price changes', () => users('subscription_price_in_cents = 1234')],
  ['the author is no longer a creator', () => users('is_creator = false')],
  [
    'a signal is scored',
    () =>
      server.deps.pool.query(
        `insert into record_scores (signal_id, ticker, method, author, posted_at, status, does, side, weight, is_sample)
         select id, 'NVDA', 2, user_id, created_at, 'pending', 'opens', 1, 1, true from signals where content = 'Three'`,
      ),
  ],
  [
    'the outcome has a new close',
    async () => {
      await server.deps.pool.query(
        "update record_scores set as_of = '2026-01-05', return = 0.01, status = 'open'",
      )
      expect(await (await feed(bob)).text()).toContain('"status":"open"')
    },
  ],
  [
    'the subscription ends, and the premium signal is locked',
    () => server.deps.pool.query("update subscriptions set status = 'canceled'"),
  ],
  ['the reader no longer follows', () => bob.send('DELETE', `/api/follows/${people.ada.id}`)],
  ['the reader follows again', () => bob.send('POST', '/api/follows', { followingId: people.ada.id })],
  [
    'a new signal arrives',
    async () => {
      await users('is_creator = true')
      await ada.call(signals.post, { body: { content: 'News' } })
      await vi.waitFor(async () => expect(await (await feed(bob)).text()).toContain('News'), {
        timeout: 10_000,
      })
    },
  ],
  ['the author becomes private', () => users('is_public = false')],
])('a client gets the new page when %s', async (_change, make) => {
  const before = await feed(bob)
  await make()
  await server.jobsDone()
  const after = await feed(bob, etagOf(before))
  const fresh = await feed(bob)
  expect(after.status).toBe(200)
  expect([await after.text(), after.headers.get('link')]).toEqual([
    await fresh.text(),
    fresh.headers.get('link'),
  ])
  expect((await feed(bob, etagOf(after))).status).toBe(304)
})

test('another person’s ETag gives nobody a 304', async () => {
  const eve = await server.signIn('eve')
  await users('is_public = true')
  expect((await feed(eve, etagOf(await feed(ada)))).status).toBe(200)
})

/** Ada's signal of long ago, in Bob's timeline. */
async function older(content: string) {
  await server.deps.pool.query(
    `with g as (insert into signals (id, user_id, content, signal_type, created_at)
       values (gen_random_uuid(), $1, $2, 'comment', '2020-01-01') returning *)
     insert into timelines (viewer_id, created_at, signal_id, author_id) select $3, created_at, id, user_id from g`,
    [people.ada.id, content, people.bob.id],
  )
}
