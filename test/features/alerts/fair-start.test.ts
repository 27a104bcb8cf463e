// Who gets a signal first: over 50 signals, a person's place doesn't depend on their id.
import { expect, test } from 'vitest'
import { startOfRun } from '#server/features/alerts/push/fair-start.ts'
import { correlation } from '#tools/bench/measure.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const PEOPLE = 200
/** Sorted and evenly spaced, because ids are random. */
const ids = Array.from({ length: PEOPLE }, (_, n) =>
  startOfRun(1).replace(
    /^.{8}/,
    Math.floor(((n + 0.5) / PEOPLE) * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ),
)

test.each([1, 14, 200, 7919, 1_000_000])('places are fair over 50 runs, starting with run %i', (from) => {
  const places: [rank: number, place: number][] = []
  for (let run = from; run < from + 50; run += 1) {
    const start = startOfRun(run)
    expect(start).toMatch(UUID)
    const before = ids.filter((id) => id <= start).length
    for (const rank of ids.keys()) places.push([rank, (rank - before + PEOPLE) % PEOPLE])
  }
  expect(Math.abs(correlation(places))).toBeLessThanOrEqual(0.05)
})
