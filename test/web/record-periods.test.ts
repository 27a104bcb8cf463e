// The yearly result by period: the whole record first, then the last year, five and ten years where they exist.
import { expect, test } from 'vitest'
import { periodsOf } from '#web/features/record/record-periods.tsx'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'

/** The given number of days with each result, in a row from 2 March 2015 on. */
const daysWith = (...runs: [count: number, excess: string][]) =>
  runs
    .flatMap(([count, excess]) => Array.from({ length: count }, () => excess))
    .map((excess, place) => ({ day: dayOf(dayNumber('2015-03-02') + place), places: '1.0000', excess }))
const shown = (days: ReturnType<typeof daysWith>) =>
  periodsOf(days).map(({ name, days: count, mean }) => [name, count, Number(mean.toFixed(8))])

test('a record of a year or less has no periods', () => {
  expect(shown([])).toEqual([])
  expect(shown(daysWith([252, '0.00100000']))).toEqual([])
})

test('a good last year doesn’t hide the years before it', () => {
  expect(shown(daysWith([504, '-0.00100000'], [252, '0.00100000']))).toEqual([
    // 252 · (252 − 504) / 756 · 0.001.
    ['Since Mar 2, 2015', 756, -0.084],
    ['Last year', 252, 0.252],
  ])
})

test('five and ten years follow the last year', () => {
  const days = daysWith([1, '0.00000000'], [1260, '0.00200000'], [1008, '0.00000000'], [252, '0.00100000'])
  expect(shown(days)).toEqual([
    ['Since Mar 2, 2015', 2521, 0.27709004],
    ['Last year', 252, 0.252],
    ['Last 5 years', 1260, 0.0504],
    ['Last 10 years', 2520, 0.2772],
  ])
  const luck = periodsOf(days).map(({ low, mean, high }) => low <= mean && mean <= high)
  expect(luck).toEqual([true, true, true, true])
})
