// The steps in which signals are delivered: their size, and two servers that deliver at the same time.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { systemClock as clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { deliverSignals } from '#server/features/signals/deliver-signals.ts'
import { nextReaders } from '#server/features/signals/delivery-pace.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'

const FANS = 90
const config = readConfig({ NODE_ENV: 'test' })
let database: FreshDatabase
let opened: Database
const deps = () => ({ ...opened, clock, config })

beforeAll(async () => {
  database = await freshDatabase()
  opened = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const fans = Array.from({ length: FANS }, (_, index) => [`fan_${index}`, member({ follows: ['star'] })])
  await buildPeople(deps(), {
    star: creator({ signals: [{ content: 'To many', hoursAgo: 2 }] }),
    ada: creator({ signals: [{ content: 'To one', hoursAgo: 1 }] }),
    bob: member({ follows: ['ada'] }),
    ...Object.fromEntries(fans),
  })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

/** Puts every signal back into the queue, delivered to nobody but its author. */
async function queueAll() {
  await opened.pool.query('delete from timelines where viewer_id <> author_id')
  await opened.pool.query('insert into deliveries (queued_at, signal_id) select created_at, id from signals')
}
const delivered = async () =>
  (
    await opened.pool.query<{ content: string; n: number }>(
      `select g.content, count(*)::int as n from timelines t join signals g on g.id = t.signal_id
        where t.viewer_id <> t.author_id group by 1 order by 1`,
    )
  ).rows

test('the signals of a step share its readers, so a signal to few doesn’t wait for one to many', async () => {
  await queueAll()
  expect(await deliverSignals(deps(), 40)).toMatchObject({ signals: 2, readers: 21 })
  expect(await delivered()).toEqual([
    { content: 'To many', n: 20 },
    { content: 'To one', n: 1 },
  ])
  expect(await deliverSignals(deps(), 40)).toMatchObject({ signals: 1, readers: 40 })
  expect(await deliverSignals(deps(), 40)).toMatchObject({ signals: 1, readers: 30 })
  expect(await deliverSignals(deps(), 40)).toMatchObject({ signals: 0, readers: 0 })
})

test('two servers that deliver at the same time deliver each signal once', async () => {
  await queueAll()
  const deliver = async () => {
    let readers = 0
    for (let calls = 0; calls < 20; calls++) readers += (await deliverSignals(deps(), 20)).readers
    return readers
  }
  const [one, other] = await Promise.all([deliver(), deliver()])
  expect(one + other).toBe(FANS + 1)
  expect(await delivered()).toEqual([
    { content: 'To many', n: FANS },
    { content: 'To one', n: 1 },
  ])
})

test.each([
  ['a step that took the intended time keeps its size', [500, 500, 2.5], 500],
  ['a fast one grows, to twice its size at most', [500, 500, 1], 1000],
  ['a fast one that found few readers keeps its size', [500, 10, 2], 500],
  ['a slow one shrinks, to half its size at most', [800, 800, 50], 400],
  ['a slow one shrinks even if it found few readers', [800, 10, 4], 500],
  ['no step is smaller than what its fixed cost is worth', [200, 200, 90], 200],
  ['no step is larger than a request could wait for', [2000, 2000, 0], 2000],
] as const)('%s', (_name, [readers, found, tookMs], next) => {
  expect(nextReaders(readers, found, tookMs)).toBe(next)
})
