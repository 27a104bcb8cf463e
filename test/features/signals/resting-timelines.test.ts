// Timelines are stored for people who visited in the last 14 days. Anyone who returns later gets the right first page.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { restTimelines } from '#server/features/signals/resting-timelines.ts'
import { signals } from '#shared/contracts/signals.ts'
import { SOON } from '#test/live-page.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { addPeople, addSignals, personId } from '#tools/bench/population.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const DAY_MS = 86_400_000
let aheadMs = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) }
let server: TestServer
let people: Record<'maya' | 'theo' | 'rosa' | 'omar', Person>
let maya: Browser
let rosa: Browser
beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    maya: creator(),
    theo: creator(),
    rosa: member({ follows: ['maya'], subscribesTo: ['theo'] }),
    omar: member({ follows: ['maya'] }),
  })
  maya = await server.signIn('maya')
  rosa = await server.signIn('rosa')
})
afterAll(() => server.stop())

const post = (by: Browser, content: string) =>
  by.call(signals.post, { body: { content, signalType: 'buy', tickers: '["NVDA"]', isPremium: false } })
const feedOf = async (browser: Browser, cursor?: string) =>
  (await browser.call(signals.feed, { query: { limit: 20, ...(cursor && { cursor }) } })).map(
    ({ content }) => content,
  )
const storedFor = async (name: keyof typeof people) =>
  (await server.deps.pool.query('select from timelines where viewer_id = $1', [people[name].id])).rowCount
const isDelivered = () =>
  vi.waitFor(
    async () => expect((await server.deps.pool.query('select from deliveries')).rowCount).toBe(0),
    SOON,
  )

test('without a visit for 14 days a timeline is removed; on return the first page is right at once, and stored again', async () => {
  await post(maya, 'Before')
  await isDelivered()
  aheadMs = 13 * DAY_MS
  expect(await restTimelines(server.deps)).toBe(0)
  aheadMs = 20 * DAY_MS
  maya = await server.signIn('maya')
  const theo = await server.signIn('theo')
  // Omar was never here, so nothing says that he went away; Rosa was.
  expect(await restTimelines(server.deps)).toBe(1)
  await post(maya, 'While away')
  await post(theo, 'Paid')
  await isDelivered()
  expect([await storedFor('rosa'), await storedFor('omar')]).toEqual([0, 2])

  expect(await feedOf(rosa)).toEqual(['Paid', 'While away', 'Before'])
  await vi.waitFor(async () => expect(await storedFor('rosa')).toBe(3), SOON)
  await post(maya, 'After')
  await isDelivered()
  expect(await storedFor('rosa')).toBe(4)
  expect(await feedOf(rosa)).toEqual(['After', 'Paid', 'While away', 'Before'])
  expect(await restTimelines(server.deps)).toBe(0)
})

test('somebody who signs in again after 40 days sees the right first page, too', async () => {
  aheadMs = 60 * DAY_MS
  expect(await restTimelines(server.deps)).toBe(3)
  expect(await feedOf(await server.signIn('rosa'))).toEqual(['After', 'Paid', 'While away', 'Before'])
})

test('below the stored 2,000 signals, pages of somebody who follows 600 people continue without a gap', async () => {
  const { pool } = server.deps
  const [first, authors, count] = [1000, 600, 3000]
  await addPeople(pool, first, first + authors - 1, 'no password')
  await addSignals(pool, { from: 1, to: count, firstAuthor: first, authors })
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at) select gen_random_uuid(), $1, id, now() from users where id between $2 and $3`,
    [people.omar.id, personId(first), personId(first + authors - 1)],
  )
  await pool.query(`insert into timeline_starts values ($1, 'infinity') on conflict do nothing`, [
    people.omar.id,
  ])
  const { rows: all } = await pool.query<{ id: string }>(
    `select id from signals where user_id in (select following_id from follows where follower_id = $1) order by created_at desc, id desc`,
    [people.omar.id],
  )
  const omar = await server.signIn('omar')
  const read: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, headers } = await omar.send(
      'GET',
      `/api/signals/feed?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    read.push(...(body as { id: string }[]).map(({ id }) => id))
    cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? null
  }
  expect(read).toEqual(all.map(({ id }) => id))
})
