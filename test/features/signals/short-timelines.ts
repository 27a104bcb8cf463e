// Timelines that keep only a handful of signals: a database of its own, and steps of tests over it.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildPeople, creator, type Person } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { decodeCursor, paginate } from '#server/db/page.ts'
import { deliverSignals } from '#server/features/signals/deliver-signals.ts'
import { timelinePage } from '#server/features/signals/timeline-page.ts'
import { restTimelines } from '#server/features/signals/resting-timelines.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { asOwner, type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'

/** Few enough that a handful of signals is more than a timeline keeps. */
export const MAX = 6
export const PAGE = 3
export const AUTHORS = ['ada', 'cleo', 'dan', 'gil', 'bob'] as const
export type Author = (typeof AUTHORS)[number]

let database: FreshDatabase
export let deps: Database & { clock: typeof systemClock; config: ReturnType<typeof readConfig> }
export let people: Record<Author, Person>
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
export const empty = async () => {
  for (const table of ['last_visits', 'signals', 'deliveries', 'timelines', 'timeline_starts', 'follows'])
    await asOwner(database, `delete from ${table}`)
}
beforeEach(empty)
afterAll(async () => {
  await deps.close()
  await database.drop()
})

/** Stores signals as posting does, without delivering them. Several have the same instant. */
export async function post(author: Author, atMs: number, count = 1): Promise<void> {
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
export const deliver = async () => {
  while ((await deliverSignals(deps)).signals > 0);
}
export const bobFollows = (author: Author) =>
  deps.pool.query(
    'insert into follows (id, follower_id, following_id, created_at) values ($1, $2, $3, now()) on conflict do nothing',
    [randomUUID(), people.bob.id, people[author].id],
  )
export const bobUnfollows = (author: Author) =>
  deps.pool.query('delete from follows where follower_id = $1 and following_id = $2', [
    people.bob.id,
    people[author].id,
  ])
/** Bob's last visit was 20 days ago. */
export const rest = async () => {
  await deps.pool.query(
    `insert into last_visits (person_id, visited_at) values ($1, now() - interval '20 days')
     on conflict (person_id) do update set visited_at = excluded.visited_at`,
    [people.bob.id],
  )
  return await restTimelines(deps)
}
export const stored = async (viewer: Author = 'bob') =>
  (await deps.pool.query('select from timelines where viewer_id = $1', [people[viewer].id])).rowCount

/** Bob's pages to the end, each signal with its author; `between` happens after each page. */
export async function readAll(size: number, between: () => Promise<unknown> = async () => {}) {
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
export const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** What Bob's feed must contain: his own signals, those of public people he follows, and those of Dan, whom he pays. */
export async function expected() {
  const { rows } = await deps.pool.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from signals
      where user_id = any($2::uuid[]) or user_id in (
        select following_id from follows where follower_id = $1 and following_id <> $3)
      order by created_at desc, id desc`,
    [people.bob.id, [people.bob.id, people.dan.id], people.gil.id],
  )
  return rows
}
