// The ranges of a returns chart: where each begins, and what its returns are relative to.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsOf, RANGES } from '#web/features/portfolio/ranges.ts'

const point = (day: string, own: number, benchmark: number | null = own) => ({ day, own, benchmark })

/** One point a day, up to and including the last. */
function daily(last: string, days: number, own: (place: number) => number) {
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: days }, (_, place) =>
    point(new Date(end - (days - 1 - place) * 86_400_000).toISOString().slice(0, 10), own(place)),
  )
}

describe('The start of a range', () => {
  const long = daily('2026-11-20', 900, (place) => place / 1000)
  test.each([
    ['1M', '2026-10-20'],
    ['3M', '2026-08-20'],
    ['YTD', '2025-12-31'],
    ['1Y', '2025-11-20'],
    ['All', long[0]?.day],
  ] as const)('%s begins with the close of %s', (range, day) => {
    expect(pointsOf(long, range)?.[0]?.day).toBe(day)
    expect(pointsOf(long, range)?.at(-1)?.day).toBe('2026-11-20')
  })

  test.each([
    ['2026-03-31', '2026-02-28'],
    ['2024-03-31', '2024-02-29'],
    ['2026-01-15', '2025-12-15'],
  ])('one month before %s is %s', (last, day) => {
    expect(
      pointsOf(
        daily(last, 60, () => 0),
        '1M',
      )?.[0]?.day,
    ).toBe(day)
  })

  test('between two days on record is the earlier one', () => {
    const points = [
      point('2026-09-01', 0),
      point('2026-10-16', 0.1),
      point('2026-10-26', 0.2),
      point('2026-11-20', 0.3),
    ]
    expect(pointsOf(points, '1M')?.[0]?.day).toBe('2026-10-16')
  })

  test('doesn’t exist before the record, except that a year to date begins with the record', () => {
    const short = daily('2026-11-20', 10, () => 0)
    expect(RANGES.filter((range) => pointsOf(short, range))).toEqual(['YTD', 'All'])
    expect(
      pointsOf(
        daily('2026-01-05', 10, () => 0),
        'YTD',
      )?.[0]?.day,
    ).toBe('2025-12-31')
  })
})

describe('Returns within a range', () => {
  test('are (1 + end) / (1 + start) − 1, for both lines', () => {
    const points = [point('2026-10-20', 1, 1), point('2026-11-20', 2, 0.5)]
    expect(pointsOf(points, '1M')).toEqual([point('2026-10-20', 0, 0), point('2026-11-20', 0.5, -0.25)])
  })

  test('have no benchmark if it isn’t known at the start', () => {
    const points = [point('2026-10-20', 0, null), point('2026-11-20', 0.5, 0.5)]
    expect(pointsOf(points, '1M')?.map(({ benchmark }) => benchmark)).toEqual([null, null])
  })

  test('don’t exist after a total loss', () => {
    expect(pointsOf([point('2026-10-20', -1), point('2026-11-20', -1)], '1M')).toBeUndefined()
  })

  test('multiply with those before it to the whole', () => {
    const ratio = fc.double({ min: -0.9, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 40, maxLength: 400 }), (ratios) => {
        const points = daily('2026-11-20', ratios.length, (place) => ratios[place] ?? 0)
        const month = pointsOf(points, '1M')
        const before = points.find(({ day }) => day === month?.[0]?.day)?.own ?? 0
        const whole = (1 + before) * (1 + (month?.at(-1)?.own ?? 0)) - 1
        expect(whole).toBeCloseTo(points.at(-1)?.own ?? 0, 9)
      }),
    )
  })
})
