// The lists of who follows a person and whom they follow: order, pages, and what a row says.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const FANS = 25
let server: TestServer
let people: Record<string, Person>
let bob: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator({ priceCents: 1200, signals: ['One', { content: 'Two', isPremium: true }] }),
    bob: member({ follows: ['ada', 'fan_3'] }),
    ...Object.fromEntries(Array.from({ length: FANS }, (_, n) => [`fan_${n}`, member()])),
  })
  // Only three different instants, so that neighbors often differ only in their ids.
  await server.deps.pool.query(
    `insert into follows (id, follower_id, following_id, created_at)
     select gen_random_uuid(), id, $1, timestamptz '2026-01-01 00:00:00.001Z' + (n % 3) * interval '1 ms'
     from users cross join lateral (select substr(username, 5)::int as n) as numbered where username like 'fan\\_%'`,
    [people['ada']?.id],
  )
  bob = await server.signIn('bob')
})
afterAll(() => server.stop())

type Row = { username: string; isFollowing: boolean; signalsCount: number; subscriptionPriceInCents: number }
const pageAt = async (path: string) => {
  const response = await bob.fetch(path)
  const next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  return { rows: (await response.json()) as Row[], next }
}

test('a row shows how many signals were posted, the price, and whether the viewer follows the person', async () => {
  const { rows, next } = await pageAt(`/api/follows/following/${people['bob']?.id}`)
  expect(next).toBeUndefined()
  expect(rows.map(({ username }) => username).toSorted()).toEqual(['ada', 'fan_3'])
  expect(rows.find(({ username }) => username === 'ada')).toMatchObject({
    isFollowing: true,
    signalsCount: 2,
    subscriptionPriceInCents: 1200,
  })
  const followers = await pageAt(`/api/follows/followers/${people['ada']?.id}?limit=100`)
  const follows = (name: string) => followers.rows.find(({ username }) => username === name)?.isFollowing
  expect([follows('bob'), follows('fan_3'), follows('fan_4')]).toEqual([false, true, false])
})

test('followers come in pages, newest first, each once, even if one unfollows in the meantime', async () => {
  const first = await pageAt(`/api/follows/followers/${people['ada']?.id}?limit=10`)
  const listed = first.rows.map(({ username }) => username)
  expect(listed).toHaveLength(10)
  expect(listed[0]).toBe('bob')
  const gone = people[listed[4] ?? '']?.id
  await server.deps.pool.query('delete from follows where follower_id = $1', [gone])
  for (let { next } = first; next !== undefined;) {
    const page = await pageAt(next)
    listed.push(...page.rows.map(({ username }) => username))
    next = page.next
  }
  expect(listed).toHaveLength(FANS + 1)
  expect(new Set(listed).size).toBe(FANS + 1)
})
