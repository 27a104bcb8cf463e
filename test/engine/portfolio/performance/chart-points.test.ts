// The days of a long record that the chart shows.
import { expect, test } from 'vitest'
import { chartPoints, EARLIER_POINTS, LATEST_DAYS } from '#engine/portfolio/returns/chart-points.ts'

/** This many consecutive days up to 2026-11-20, each a thousandth above the one before. */
const record = (days: number) =>
  Array.from({ length: days }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 21 - days + index)).toISOString().slice(0, 10),
    cumulative: index / 1000,
  }))
const daysOf = (days: number) => chartPoints(record(days), []).map(({ day }) => day)

test.each([1, 2, LATEST_DAYS, LATEST_DAYS + 1, LATEST_DAYS + EARLIER_POINTS])(
  'a record of %i days keeps all its points',
  (days) => {
    expect(daysOf(days)).toEqual(record(days).map(({ day }) => day))
  },
)

test('a record of ten years keeps each day of the last year, the first day, and regular points between', () => {
  const whole = record(3650).map(({ day }) => day)
  const drawn = daysOf(3650)
  expect(drawn).toHaveLength(LATEST_DAYS + EARLIER_POINTS)
  expect(drawn).toEqual(whole.filter((day) => drawn.includes(day)))
  expect(drawn.slice(-LATEST_DAYS)).toEqual(whole.slice(-LATEST_DAYS))
  expect(drawn[0]).toBe(whole[0])
  const places = drawn.slice(0, EARLIER_POINTS).map((day) => whole.indexOf(day))
  const apart = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  expect(new Set(apart)).toEqual(new Set([14, 15]))
})

test('ratios have five decimals, and are null on days without the benchmark', () => {
  const [first, second] = record(2)
  if (!first || !second) throw new Error('There are two days')
  const own = [first, { ...second, cumulative: 0.123456789 }]
  expect(chartPoints(own, [{ ...second, cumulative: -1 / 3 }])).toEqual([
    { day: first.day, own: 0, benchmark: null },
    { day: second.day, own: 0.12346, benchmark: -0.33333 },
  ])
})
