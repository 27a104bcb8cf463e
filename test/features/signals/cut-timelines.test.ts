// Timelines keep only the newest signals, and older pages come from the authors' lists: nothing is lost or shown twice.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPeople, creator, type Person } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { decodeCursor, paginate } from '#server/db/page.ts'
import { deliverSignals } from '#server/features/signals/deliver-signals.ts'
import { timelinePage } from '#server/features/signals/timeline-page.ts'
import { restTimelines, wakeTimeline } from '#server/features/signals/resting-timelines.ts'
import { addNewest, cutTimelines, fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { asOwner, type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { runs, runSeed } from '#test/test-scope.ts'

/** Few enough that a handful of signals is more than a timeline keeps. */
const MAX = 6
const PAGE = 3
const AUTHORS = ['ada', 'cleo', 'dan', 'gil', 'bob'] as const
type Author = (typeof AUTHORS)[number]

let database: FreshDatabase
let deps: Database & { clock: typeof systemClock; config: ReturnType<typeof readConfig> }
let people: Record<Author, Person>
beforeAll(async () => {
  database = await freshDatabase()
  const opened = openTestDatabase(database.url, pino({ level: 'silent' }), 4)
  deps = { ...opened, clock: systemClock, config: readConfig({ NODE_ENV: 'test' }) }
  people = await buildPeople(deps, {
    ada: creator(),
    cleo: creator(),
    dan: creator({ isPublic: false }),
    gil: creator({ isPublic: false }),
    // Pays one private creator, and sometimes follows the other one without seeing any of his signals.
    bob: creator({ subscribesTo: ['dan'] }),
  })
})
const empty = async () => {
  for (const table of ['last_visits', 'signals', 'deliveries', 'timelines', 'timeline_starts', 'follows'])
    await asOwner(database, `delete from ${table}`)
}
beforeEach(empty)
afterAll(async () => {
  await deps.close()
  await database.drop()
})

/** Stores signals as posting does, without delivering them. Several have the same instant. */
async function post(author: Author, atMs: number, count = 1): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await deps.pool.query(
    `with g as (
       insert into signals (id, user_id, content, signal_type, created_at)
       select id, $2, 'Note', 'buy', $3 from unnest($1::uuid[]) id returning id, user_id, created_at),
     own as (insert into timelines select user_id, created_at, id, user_id from g)
     insert into deliveries (queued_at, signal_id) select created_at, id from g`,
    [ids, people[author].id, new Date(Date.UTC(2026, 0, 1) + atMs)],
  )
}
const deliver = async () => {
  while ((await deliverSignals(deps)).signals > 0);
}
const bobFollows = (author: Author) =>
  deps.pool.query(
    'insert into follows (id, follower_id, following_id, created_at) values ($1, $2, $3, now()) on conflict do nothing',
    [randomUUID(), people.bob.id, people[author].id],
  )
const bobUnfollows = (author: Author) =>
  deps.pool.query('delete from follows where follower_id = $1 and following_id = $2', [
    people.bob.id,
    people[author].id,
  ])
/** Bob's last visit was 20 days ago. */
const rest = async () => {
  await deps.pool.query(
    `insert into last_visits (person_id, visited_at) values ($1, now() - interval '20 days')
     on conflict (person_id) do update set visited_at = excluded.visited_at`,
    [people.bob.id],
  )
  return await restTimelines(deps)
}
const stored = async (viewer: Author = 'bob') =>
  (await deps.pool.query('select from timelines where viewer_id = $1', [people[viewer].id])).rowCount

/** Bob's pages to the end, each signal with its author; `between` happens after each page. */
async function readAll(size: number, between: () => Promise<unknown> = async () => {}) {
  const read: { id: string; userId: string }[] = []
  let cursor: string | undefined
  do {
    const { createdAt: beforeAt, id: beforeId } = decodeCursor(cursor)
    const position = { ...viewerContext(deps, people.bob.id), beforeAt, beforeId }
    const page = paginate(await timelinePage(deps.statements, { ...position, limit: size + 1 }), size)
    read.push(...page.rows)
    cursor = page.next ?? undefined
    await between()
  } while (cursor !== undefined)
  return read
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** What Bob's feed must contain: his own signals, those of public people he follows, and those of Dan, whom he pays. */
async function expected() {
  const { rows } = await deps.pool.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from signals
      where user_id = any($2::uuid[]) or user_id in (
        select following_id from follows where follower_id = $1 and following_id <> $3)
      order by created_at desc, id desc`,
    [people.bob.id, [people.bob.id, people.dan.id], people.gil.id],
  )
  return rows
}

/** One of these happens, in the proportions of this list. Posts happen at one of a few instants. */
const KINDS = [
  'post',
  'post',
  'post',
  'post',
  'follow',
  'follow',
  'unfollow',
  'deliver',
  'cut',
  'rest',
  'wake',
] as const
const step = fc.record({
  does: fc.constantFrom(...KINDS),
  author: fc.constantFrom(...AUTHORS),
  followed: fc.constantFrom('ada' as const, 'cleo' as const, 'gil' as const),
  at: fc.nat(12),
  count: fc.integer({ min: 1, max: 4 }),
})

test('whatever happens between two pages, each signal is shown exactly once', async () => {
  const changed = new Set<string>()
  const run = async ({
    does,
    author,
    followed,
    at,
    count,
  }: typeof step extends fc.Arbitrary<infer S> ? S : never) => {
    const { id } = people[followed]
    if (does === 'post') await post(author, at, count)
    if (does === 'deliver') await deliver()
    if (does === 'cut') await cutTimelines(deps.db, [people.bob.id], MAX)
    if (does === 'rest') await rest()
    if (does === 'wake') await wakeTimeline(deps, people.bob.id, MAX)
    if (does === 'follow' || does === 'unfollow') changed.add(id)
    if (does === 'follow') {
      await bobFollows(followed)
      await addNewest(deps, people.bob.id, id, 2)
      await fillTimeline(deps, people.bob.id, id, MAX)
    }
    if (does === 'unfollow') {
      await bobUnfollows(followed)
      await tidyTimeline(deps, people.bob.id, id)
    }
  }
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 30 }),
    fc.array(step, { maxLength: 8 }),
    async (before, meanwhile) => {
      for (const one of before) await run(one)
      await deliver()
      const all = await expected()
      expect(idsOf(await readAll(PAGE))).toEqual(idsOf(all))

      changed.clear()
      const steps = meanwhile.values()
      const read = await readAll(PAGE, async () => {
        const next = steps.next()
        if (!next.done) await run(next.value)
      })
      const shown = new Set(idsOf(read))
      expect(shown.size).toBe(read.length)
      expect(all.filter(({ id, userId }) => !changed.has(userId) && !shown.has(id))).toEqual([])

      for (const one of steps) await run(one)
      await deliver()
      expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
    },
  )
  await fc.assert(property.beforeEach(empty), { numRuns: runs(100), seed: runSeed })
})

test('following someone with a long history stores no more than a timeline keeps, and shows all of it', async () => {
  for (let at = 0; at < 10; at += 1) await post('ada', at, 3)
  await post('bob', 5)
  await deliver()
  await bobFollows('ada')
  await fillTimeline(deps, people.bob.id, people.ada.id, MAX)
  expect(await stored()).toBe(MAX)
  expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
  // Signals from before the start aren't stored for the next one either.
  await post('cleo', 1, 20)
  await deliver()
  await bobFollows('cleo')
  await fillTimeline(deps, people.bob.id, people.cleo.id, MAX)
  expect(await stored()).toBe(MAX)
  expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
  // Unfollowing removes what is stored, and only Cleo's list takes its place.
  await bobUnfollows('ada')
  await tidyTimeline(deps, people.bob.id, people.ada.id)
  expect(await stored()).toBe(0)
  expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
})

test('signals of the same millisecond are kept and shown together', async () => {
  await post('ada', 1, 2 * MAX)
  await post('ada', 0, 3)
  await deliver()
  await bobFollows('ada')
  await fillTimeline(deps, people.bob.id, people.ada.id, MAX)
  expect(await stored()).toBe(2 * MAX)
  expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
})

test('posting, delivering, following and cutting at the same time neither deadlock nor lose a signal', async () => {
  await bobFollows('ada')
  for (let at = 0; at < 20; at += 1) await post('ada', at)
  await deliver()
  const first = await expected()
  const repeat = async (work: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < 15; index += 1) await work(index)
  }
  await Promise.all([
    repeat((index) => post('ada', 100 + index, 2)),
    repeat(deliver),
    repeat(() => cutTimelines(deps.db, [people.bob.id, people.ada.id], MAX)),
    repeat(async () => {
      await bobFollows('cleo')
      await fillTimeline(deps, people.bob.id, people.cleo.id, MAX)
      await bobUnfollows('cleo')
      await tidyTimeline(deps, people.bob.id, people.cleo.id)
    }),
    repeat((index) => post('cleo', 50 + index)),
    repeat(async () => {
      await rest()
      await wakeTimeline(deps, people.bob.id, MAX)
    }),
    repeat(() => fillTimeline(deps, people.bob.id, people.ada.id, MAX)),
    repeat(async () => {
      const read = idsOf(await readAll(PAGE))
      expect(new Set(read).size).toBe(read.length)
      expect(read).toEqual(expect.arrayContaining(idsOf(first)))
    }),
  ])
  await deliver()
  expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
})

test('a delivery cuts the timelines that are too long, its author’s too', async () => {
  await deps.pool.query(
    `insert into signals (id, user_id, content, signal_type, created_at)
     select gen_random_uuid(), $1, 'Note', 'buy', timestamptz '2025-01-01Z' + n * interval '1 s' from generate_series(1, $2) n`,
    [people.ada.id, 3 * MAX],
  )
  await bobFollows('ada')
  await deps.pool.query(
    'insert into timelines select v, created_at, id, user_id from signals, unnest($1::uuid[]) v',
    [[people.ada.id, people.bob.id]],
  )
  await post('ada', 0, 5)
  while ((await deliverSignals(deps, 500, { chance: 1, max: MAX })).signals > 0);
  expect([await stored(), await stored('ada')]).toEqual([MAX, MAX])
  expect(idsOf(await readAll(PAGE))).toEqual(idsOf(await expected()))
})
