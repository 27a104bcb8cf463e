// The feed: whose signals it contains, when they arrive, and its ETag.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SOON } from '#test/live-page.ts'
import { fillTimeline, addNewest, tidyTimeline } from '#server/features/signals/timeline.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'cleo' | 'dan' | 'bob' | 'eve', Person>
let [ada, bob]: Browser[] = []
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator({
      signals: [
        { content: 'Ada 1', hoursAgo: 5 },
        { content: 'Ada 2', hoursAgo: 2 },
      ],
    }),
    cleo: creator({ signals: [{ content: 'Cleo 1', hoursAgo: 3 }] }),
    dan: creator({ signals: [{ content: 'Dan 1', hoursAgo: 1 }] }),
    bob: member({
      follows: ['ada'],
      subscribesTo: ['cleo'],
      signals: [{ content: 'Bob, when he was a creator', hoursAgo: 4 }],
    }),
    eve: member(),
  })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
})
afterAll(() => server.stop())

const feed = async (browser: Browser | undefined, scope?: 'everyone' | 'following') =>
  (await browser?.call(signals.feed, { query: scope ? { scope } : {} }))?.map(({ content }) => content)

// @spec-2.57 @spec-6.4 @spec-7.20
test('the feed contains your own signals and those of people you follow or pay, newest first', async () => {
  const own = ['Ada 2', 'Cleo 1', 'Bob, when he was a creator', 'Ada 1']
  expect(await feed(bob)).toEqual(own)
  expect(await feed(bob, 'following')).toEqual(own)
  expect(await feed(await server.signIn('eve'))).toEqual([])
})

// @spec-2.57
test('the scope everyone contains all public authors, and unknown scopes are refused', async () => {
  expect(await feed(await server.signIn('eve'), 'everyone')).toEqual([
    'Dan 1',
    'Ada 2',
    'Cleo 1',
    'Bob, when he was a creator',
    'Ada 1',
  ])
  const { status, body } = (await bob?.send('GET', '/api/signals/feed?scope=all')) ?? {}
  expect([status, body]).toMatchObject([
    400,
    { code: 'invalid', message: 'scope must be following or everyone' },
  ])
})

// @spec-7.21
test("a person's signals are listed newest first, and the list is empty if there are none", async () => {
  const of = async (id: string) =>
    (await bob?.call(signals.byUser, { params: { id }, query: {} }))?.map(({ content }) => content)
  expect(await of(people.ada.id)).toEqual(['Ada 2', 'Ada 1'])
  expect(await of(people.eve.id)).toEqual([])
})

test('a new signal is in the author’s feed at once, and in those of followers and subscribers after delivery', async () => {
  const payer = await server.signIn('bob')
  await ada?.call(signals.post, { body: { content: 'Ada 3' } })
  expect((await feed(ada))?.[0]).toBe('Ada 3')
  const cleo = await server.signIn('cleo')
  await cleo.call(signals.post, { body: { content: 'Cleo 2', isPremium: true } })
  await server.jobsDone()
  expect((await feed(payer))?.slice(0, 2)).toEqual(['Cleo 2', 'Ada 3'])
})

test('following adds older signals at once, unfollowing removes them, and following again adds them back', async () => {
  const eve = await server.signIn('eve')
  await eve.send('POST', '/api/follows', { followingId: people.dan.id })
  expect(await feed(eve)).toEqual(['Dan 1'])
  for (const _time of [1, 2]) {
    await eve.send('DELETE', `/api/follows/${people.dan.id}`)
    expect(await feed(eve)).toEqual([])
    await server.jobsDone()
    expect(await feed(eve)).toEqual([])
    await eve.send('POST', '/api/follows', { followingId: people.dan.id })
    expect(await feed(eve)).toEqual(['Dan 1'])
    await server.jobsDone()
    expect(await feed(eve)).toEqual(['Dan 1'])
  }
  const { rows } = await server.deps.pool.query('select from timelines where viewer_id = $1', [people.eve.id])
  expect(rows).toHaveLength(1)
})

test('following a person adds all their signals, however many', async () => {
  const posted = Array.from({ length: 130 }, (_, index) => `Busy ${index}`)
  const { busy, fred } = await buildPeople(server.deps, {
    busy: creator({ signals: posted }),
    fred: member(),
  })
  await (await server.signIn('fred')).send('POST', '/api/follows', { followingId: busy.id })
  await server.jobsDone()
  const { rows } = await server.deps.pool.query<{ content: string }>(
    `select g.content from timelines t join signals g on g.id = t.signal_id
      where t.viewer_id = $1 order by t.created_at, t.signal_id`,
    [fred.id],
  )
  expect(rows.map(({ content }) => content)).toEqual(posted)

  const { gus } = await buildPeople(server.deps, { gus: member({ follows: ['busy'] }) })
  await server.deps.pool.query('delete from timelines where viewer_id = $1', [gus.id])
  await addNewest(server.deps, gus.id, busy.id, 3)
  expect(await feed(await server.signIn('gus'))).toEqual(['Busy 129', 'Busy 128', 'Busy 127'])
})

test('a signal reaches every follower, even if delivery takes several steps', async () => {
  const crowd = Array.from({ length: 520 }, (_, index) => [`fan_${index}`, member({ follows: ['star'] })])
  const { star } = await buildPeople(server.deps, { star: creator(), ...Object.fromEntries(crowd) })
  const { id } = await (await server.signIn('star')).call(signals.post, { body: { content: 'To everybody' } })
  await server.jobsDone()
  const { rows } = await server.deps.pool.query('select viewer_id from timelines where signal_id = $1', [id])
  expect(rows).toHaveLength(521)
  expect(rows).toContainEqual({ viewer_id: star?.id })
})

test('a late tidy_timeline job removes nothing if the person follows again', async () => {
  await tidyTimeline(server.deps, people.eve.id, people.dan.id)
  expect(await feed(await server.signIn('eve'))).toEqual(['Dan 1'])
})

test('a late fill_timeline job adds nothing if the person no longer follows or pays', async () => {
  const { ivy } = await buildPeople(server.deps, {
    ivy: member({ subscribesTo: [{ creator: 'dan', status: 'canceled' }] }),
  })
  await (await server.signIn('eve')).send('DELETE', `/api/follows/${people.dan.id}`)
  await server.jobsDone()
  for (const { id } of [people.eve, ivy]) {
    await fillTimeline(server.deps, id, people.dan.id)
    const { rows } = await server.deps.pool.query('select from timelines where viewer_id = $1', [id])
    expect(rows).toEqual([])
  }
})

test('unfollowing a creator you pay keeps their signals in the feed', async () => {
  await bob?.send('POST', '/api/follows', { followingId: people.cleo.id })
  await bob?.send('DELETE', `/api/follows/${people.cleo.id}`)
  await server.jobsDone()
  expect(await feed(bob)).toContain('Cleo 1')
})

test.each([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }])(
  'a repeated request with %j gets a 304 without a body if nothing is new',
  async (headers) => {
    const ask = (tag?: string) =>
      bob?.fetch('/api/signals/feed?scope=everyone', {
        headers: { ...headers, ...(tag && { 'if-none-match': tag }) },
      })
    let tag = ''
    // The log takes the signals in the meantime, which changes their outcomes once.
    await vi.waitFor(async () => {
      const first = await ask()
      tag = first?.headers.get('etag') ?? ''
      expect(tag).toMatch(/^(W\/)?".+"$/)
      expect((await first?.text())?.length).toBeGreaterThan(1024)
      const again = await ask(tag)
      expect([again?.status, await again?.text()]).toEqual([304, ''])
    }, SOON)
    await ada?.call(signals.post, { body: { content: 'News' } })
    expect((await ask(tag))?.status).toBe(200)
  },
)
