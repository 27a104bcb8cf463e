// The stretches of a returns curve: where each begins, and what its returns are counted from.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsInRange, RANGES } from '#web/features/portfolio/performance/returns-curve.tsx'

const point = (day: string, own: number, benchmark: number | null = own) => ({ day, own, benchmark })

/** One point a day, up to and with the last. */
function daily(last: string, days: number, own: (place: number) => number) {
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: days }, (_, place) =>
    point(new Date(end - (days - 1 - place) * 86_400_000).toISOString().slice(0, 10), own(place)),
  )
}

describe('Where a stretch begins', () => {
  const long = daily('2026-11-20', 900, (place) => place / 1000)
  test.each([
    ['1M', '2026-10-20'],
    ['3M', '2026-08-20'],
    ['YTD', '2025-12-31'],
    ['1Y', '2025-11-20'],
    ['All', long[0]?.day],
  ] as const)('%s begins with the close of %s', (range, day) => {
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

  test('between two days on record the earlier one counts', () => {
    const points = [
      point('2026-09-01', 0),
      point('2026-10-16', 0.1),
      point('2026-10-26', 0.2),
      point('2026-11-20', 0.3),
    ]
    expect(pointsInRange(points, '1M')?.[0]?.day).toBe('2026-10-16')
  })

  test('a record shorter than the stretch has none of it, but a year to date from its start', () => {
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

describe('What returns are counted from', () => {
  test('(1 + end) / (1 + start) − 1, for both lines', () => {
    const points = [point('2026-10-20', 1, 1), point('2026-11-20', 2, 0.5)]
    expect(pointsInRange(points, '1M')).toEqual([point('2026-10-20', 0, 0), point('2026-11-20', 0.5, -0.25)])
  })

  test('where the benchmark is not known at the start it is not known after it', () => {
    const points = [point('2026-10-20', 0, null), point('2026-11-20', 0.5, 0.5)]
    expect(pointsInRange(points, '1M')?.map(({ benchmark }) => benchmark)).toEqual([null, null])
  })

  test('after a total loss there is nothing to count from', () => {
    expect(pointsInRange([point('2026-10-20', -1), point('2026-11-20', -1)], '1M')).toBeUndefined()
  })

  test('a stretch and what came before it make up the whole', () => {
    const ratio = fc.double({ min: -0.9, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 40, maxLength: 400 }), (ratios) => {
        const points = daily('2026-11-20', ratios.length, (place) => ratios[place] ?? 0)
        const month = pointsInRange(points, '1M')
        const before = points.find(({ day }) => day === month?.[0]?.day)?.own ?? 0
        const whole = (1 + before) * (1 + (month?.at(-1)?.own ?? 0)) - 1
        expect(whole).toBeCloseTo(points.at(-1)?.own ?? 0, 9)
      }),
    )
  })
})
