// Timelines keep only the newest signals, and older pages come from the authors' lists: nothing is lost or shown twice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverSignals } from '#server/features/signals/deliver-signals.ts'
import { wakeTimeline } from '#server/features/signals/resting-timelines.ts'
import { addNewest, cutTimelines, fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import { runs, runSeed } from '#test/test-scope.ts'

import {
  MAX,
  PAGE,
  AUTHORS,
  deps,
  people,
  empty,
  post,
  deliver,
  bobFollows,
  bobUnfollows,
  rest,
  stored,
  readAll,
  idsOf,
  expected,
} from './short-timelines.ts'

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
