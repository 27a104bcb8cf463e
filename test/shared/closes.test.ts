// Fewer closes for a chart: by week, by month, or up to a maximum.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthlyCloses, thinCloses, weeklyCloses } from '#shared/rules/closes.ts'
import { monthsBefore } from '#shared/rules/dates.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    day: new Date(Date.parse(first) + place * 86_400_000).toISOString().slice(0, 10),
  }))
const days = (points: readonly { day: string }[]) => points.map(({ day }) => day)

test('a week ends on Sunday, and the first and the last day stay', () => {
  // A Wednesday to a Tuesday.
  const points = daysFrom('2026-11-04', 14)
  expect(days(weeklyCloses(points))).toEqual(['2026-11-04', '2026-11-08', '2026-11-15', '2026-11-17'])
  // Without weekends, the last close of a week is Friday's.
  const trading = points.filter(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))
  expect(days(weeklyCloses(trading))).toEqual(['2026-11-04', '2026-11-06', '2026-11-13', '2026-11-17'])
})

test('a month keeps its last day', () => {
  expect(days(monthlyCloses(daysFrom('2026-01-30', 33)))).toEqual([
    '2026-01-30',
    '2026-01-31',
    '2026-02-28',
    '2026-03-03',
  ])
})

test('few points stay as they are, up to two years become weeks, and longer spans become months', () => {
  const kept = (count: number) => thinCloses(daysFrom('2024-01-01', count), 60).length
  expect(kept(60)).toBe(60)
  // A Monday, and then each Sunday.
  expect(kept(365)).toBe(54)
  // Every second of 105 weeks.
  expect(kept(730)).toBe(54)
  expect(kept(3 * 365)).toBe(37)
})

test('there are never more points than asked for, and the first and the last are among them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 10, max: 80 }), (count, max) => {
      const points = daysFrom('2015-03-05', count)
      const kept = thinCloses(points, max)
      // The first point may come in addition to the last one of each group.
      expect(kept.length).toBeLessThanOrEqual(max + 1)
      expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
    }),
  )
})

test.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-11-20', 24, '2024-11-20'],
])('%s, %i months before, is %s', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before)
})
