// How prices and a signal's entry are written, and where a chart draws signals.
import { expect, test } from 'vitest'
import { dollars, entryText } from '#web/features/tickers/format.ts'
import { type ChartMark, marksByPoint } from '#web/ui/line-chart-marks.tsx'

test.each([
  [661.1, '$661.10'],
  [1142.886, '$1,142.89'],
  [0.0421, '$0.0421'],
  [0.5, '$0.50'],
])('a price of %d is %s', (price, text) => {
  expect(dollars(price)).toBe(text)
})

test.each([
  ['this afternoon', '2026-11-23T21:00:00Z', 'today’s close, 4:00 PM New York'],
  ['on another day', '2026-11-24T21:00:00Z', 'the close of Nov 24, 2026, 4:00 PM New York'],
  ['on a day that ends early', '2026-11-27T18:00:00Z', 'the close of Nov 27, 2026, 1:00 PM New York'],
])('an entry %s', (_when, entryAt, text) => {
  // A Monday afternoon in New York, and Tuesday already in most of Asia.
  expect(entryText(new Date(entryAt), new Date('2026-11-23T20:30:00Z'))).toBe(text)
})

test('a signal is drawn at the first close on or after its day', () => {
  const points = ['2026-11-19', '2026-11-20', '2026-11-23'].map((day) => ({ day, own: 0, benchmark: null }))
  const at = (day: string): ChartMark => ({ day, kind: 'buy', label: day })
  const marks = ['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24'].map(at)
  const days = [...marksByPoint(points, marks)].map(([place, own]) => [
    points[place]?.day,
    own.map(({ label }) => label),
  ])
  expect(days).toEqual([
    ['2026-11-19', ['2026-11-18']],
    ['2026-11-20', ['2026-11-20']],
    ['2026-11-23', ['2026-11-21', '2026-11-22', '2026-11-24']],
  ])
})
