// The signals about a ticker as marks of its chart.
import { expect, test } from 'vitest'
import { countsText, marksOf } from '#web/features/tickers/signal-marks.ts'

const day = (date: string, counts: { buy?: number; sell?: number; comment?: number }) => ({
  day: date,
  buy: 0,
  sell: 0,
  comment: 0,
  ...counts,
})
const YEAR = { first: '2026-01-01', last: '2026-12-31' }

test('each day has a mark for each type of signal, with their number', () => {
  expect(marksOf([day('2026-03-02', { buy: 2, sell: 1 }), day('2026-03-04', { comment: 1 })], YEAR)).toEqual([
    { day: '2026-03-02', kind: 'buy', label: '2 buys' },
    { day: '2026-03-02', kind: 'sell', label: '1 sell' },
    { day: '2026-03-04', kind: 'comment', label: '1 comment' },
  ])
})

test('days outside the chart have no mark', () => {
  const days = [day('2025-12-31', { buy: 1 }), day('2026-01-01', { buy: 1 }), day('2027-01-01', { buy: 1 })]
  expect(marksOf(days, YEAR).map((mark) => mark.day)).toEqual(['2026-01-01'])
})

test('with many days, neighbors share a mark that counts them all and says since when', () => {
  const days = Array.from({ length: 12 }, (_, index) =>
    [1, 11, 21].map((date) =>
      day(`2026-${String(index + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`, { buy: 1 }),
    ),
  ).flat()
  const marks = marksOf(days, YEAR)
  expect(marks.length).toBeLessThanOrEqual(16)
  expect(marks[0]).toEqual({ day: '2026-01-21', kind: 'buy', label: '3 buys since Jan 1, 2026' })
  expect(marks.reduce((all, { label }) => all + Number.parseInt(label, 10), 0)).toBe(36)
})

test('counts leave out types that have none', () => {
  expect(countsText({ buy: 1, sell: 0, comment: 3 })).toBe('1 buy, 3 comments')
})
