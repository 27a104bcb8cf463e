// The ranges of a returns chart: the day each one starts, and the returns relative to that day.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsInRange, RANGES } from '#web/features/portfolio/performance/returns-chart.tsx'

const point = (day: string, own: number, benchmark: number | null = own) => ({ day, own, benchmark })

/** One point a day, up to and including `last`. */
function daily(last: string, days: number, own: (index: number) => number) {
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: days }, (_, index) =>
    point(new Date(end - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10), own(index)),
  )
}

describe('The start of a range', () => {
  const long = daily('2026-11-20', 900, (index) => index / 1000)
  test.each([
    ['1M', '2026-10-20'],
    ['3M', '2026-08-20'],
    ['YTD', '2025-12-31'],
    ['1Y', '2025-11-20'],
    ['All', long[0]?.day],
  ] as const)('%s starts at the close of %s', (range, day) => {
    expect(pointsInRange(long, range)?.[0]?.day).toBe(day)
    expect(pointsInRange(long, range)?.at(-1)?.day).toBe('2026-11-20')
  })

  test.each([
    ['2026-03-31', '2026-02-28'],
    ['2024-03-31', '2024-02-29'],
    ['2026-01-15', '2025-12-15'],
  ])('one month before %s is %s', (last, day) => {
    expect(
      pointsInRange(
        daily(last, 60, () => 0),
        '1M',
      )?.[0]?.day,
    ).toBe(day)
  })

  test('between two days on record, the range starts at the earlier one', () => {
    const points = [
      point('2026-09-01', 0),
      point('2026-10-16', 0.1),
      point('2026-10-26', 0.2),
      point('2026-11-20', 0.3),
    ]
    expect(pointsInRange(points, '1M')?.[0]?.day).toBe('2026-10-16')
  })

  test('a record shorter than a range has no points for it, except year to date', () => {
    const short = daily('2026-11-20', 10, () => 0)
    expect(RANGES.filter((range) => pointsInRange(short, range))).toEqual(['YTD', 'All'])
    expect(
      pointsInRange(
        daily('2026-01-05', 10, () => 0),
        'YTD',
      )?.[0]?.day,
    ).toBe('2025-12-31')
  })
})

describe('The returns in a range', () => {
  test('are (1 + end) / (1 + start) − 1, for both lines', () => {
    const points = [point('2026-10-20', 1, 1), point('2026-11-20', 2, 0.5)]
    expect(pointsInRange(points, '1M')).toEqual([point('2026-10-20', 0, 0), point('2026-11-20', 0.5, -0.25)])
  })

  test('have no benchmark if the benchmark is unknown at the start', () => {
    const points = [point('2026-10-20', 0, null), point('2026-11-20', 0.5, 0.5)]
    expect(pointsInRange(points, '1M')?.map(({ benchmark }) => benchmark)).toEqual([null, null])
  })

  test('are undefined after a total loss', () => {
    expect(pointsInRange([point('2026-10-20', -1), point('2026-11-20', -1)], '1M')).toBeUndefined()
  })

  test('compound with the returns before it to the whole', () => {
    const ratio = fc.double({ min: -0.9, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 40, maxLength: 400 }), (ratios) => {
        const points = daily('2026-11-20', ratios.length, (index) => ratios[index] ?? 0)
        const month = pointsInRange(points, '1M')
        const before = points.find(({ day }) => day === month?.[0]?.day)?.own ?? 0
        const whole = (1 + before) * (1 + (month?.at(-1)?.own ?? 0)) - 1
        expect(whole).toBeCloseTo(points.at(-1)?.own ?? 0, 9)
      }),
    )
  })
})
