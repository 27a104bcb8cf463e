// Calendar days, values known on some of them, and the order in which rows are read.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder } from '#engine/portfolio/holdings/activity-order.ts'
import { dayNumber, dayOf, daysBetween, isDay } from '#engine/market/calendar-day.ts'
import { datedSeries } from '#engine/market/dated-series.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { buy, deposit, dividend, listed, sell, split, transfer, withdrawal } from './rows.ts'

test.each(['2024-02-29', '2000-02-29', '1970-01-01', '1969-12-31', '2023-12-31'])('%s is a day', (day) => {
  expect(isDay(day)).toBe(true)
  expect(dayOf(dayNumber(day))).toBe(day)
})

test.each([
  '2023-02-29',
  '1900-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-1-1',
  '24-01-01',
  '2024-01-01T00:00',
  '',
])('"%s" is not a day', (day) => {
  expect(isDay(day)).toBe(false)
  expect(dayOf(dayNumber(day))).toBe('')
})

test('the number of days between two days follows the calendar, including leap days', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  expect(daysBetween('2023-02-28', '2023-03-01')).toBe(1)
  expect(daysBetween('2024-03-01', '2024-02-28')).toBe(-2)
  expect(daysBetween('2020-01-01', '2024-01-01')).toBe(1461)
})

test('a series finds the last value up to a day and the first after it, as a linear search does', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(dayOf), { maxLength: 15 })
  const asked = fc.integer({ min: -2, max: 62 }).map(dayOf)
  fc.assert(
    fc.property(days, asked, (known, day) => {
      const series = datedSeries(new Map(known.map((each) => [each, `of ${each}`])))
      const sorted = known.toSorted()
      const [before, after] = [sorted.findLast((each) => each <= day), sorted.find((each) => each > day)]
      expect(series.onOrBefore(day)).toEqual(
        before === undefined ? null : { day: before, value: `of ${before}` },
      )
      expect(series.after(day)).toEqual(after === undefined ? null : { day: after, value: `of ${after}` })
    }),
  )
})

test('rows of one kind and day are ordered by their ids, whichever line they come from', () => {
  const [one, other] = listed([buy('2024-01-02', 'A', 1, 1), buy('2024-01-02', 'A', 1, 1)])
  const named = [
    { ...one, id: 'b' },
    { ...other, id: 'a' },
  ] as Activity[]
  expect(inOrder(named).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('rows of one day are ordered: splits, incoming, payments, outgoing, and by id within a kind', () => {
  const day = '2024-01-02'
  const [first, ...rest] = listed([
    deposit('2024-01-01', 1),
    split(day, 'A', { ratio: 2 }),
    deposit(day, 1),
    transfer(day, 'A', 1),
    buy(day, 'B', 1, 1),
    buy(day, 'A', 1, 1),
    dividend(day, 'A', 1),
    sell(day, 'A', 1, 1),
    transfer(day, 'A', -1),
    withdrawal(day, 1),
  ])
  expect(inOrder([...rest.toReversed(), ...(first ? [first] : [])])).toEqual([first, ...rest])
})
