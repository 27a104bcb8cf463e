// The geometry of a returns chart, in percent of its area, for any returns.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChartPoint, lineChartGeometry } from '#web/ui/line-chart-geometry.ts'

const curve = (...ratios: [own: number, benchmark: number | null][]): ChartPoint[] =>
  ratios.map(([own, benchmark], place) => ({
    day: new Date(Date.UTC(2026, 0, 1 + place)).toISOString().slice(0, 10),
    own,
    benchmark,
  }))

/** All numbers of a path, as pairs of x and y. */
const pairs = (path: string) =>
  [...path.matchAll(/(-?[\d.]+(?:e-?\d+)?),(-?[\d.]+(?:e-?\d+)?)/g)].map(([, x, y]) => [Number(x), Number(y)])

test('with any returns, everything is within the area, and higher is better', () => {
  const ratio = fc.double({ min: -1, max: 50, noNaN: true })
  const points = fc.array(fc.tuple(ratio, fc.option(ratio)), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(points, (ratios) => {
      const { paths, rows, columns, y } = lineChartGeometry(curve(...ratios))
      const all = [
        ...Object.values(paths).flatMap(pairs),
        ...rows.map((row) => [0, row.y]),
        ...columns.map((column) => [column.x, 0]),
      ]
      for (const [x = -1, height = -1] of all) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(100.001)
        expect(height).toBeGreaterThanOrEqual(0)
        expect(height).toBeLessThanOrEqual(100)
      }
      expect(y(0.5)).toBeLessThan(y(0.4))
    }),
  )
})

test('zero is always in view, also where every return is far from it', () => {
  const { y } = lineChartGeometry(curve([0.5, 0.6], [0.7, 0.8]))
  expect(y(0)).toBeCloseTo(97, 6)
  expect(y(0.8)).toBeCloseTo(7, 6)
})

test('shading stops where the lines cross', () => {
  const { paths, x, y } = lineChartGeometry(curve([0, 0], [0.1, 0], [-0.1, 0]))
  const halfway = [x('2026-01-02') / 2 + x('2026-01-03') / 2, y(0)]
  for (const shade of [paths.ahead, paths.behind])
    expect(
      pairs(shade).some(
        ([a, b]) => Math.hypot((a ?? 0) - (halfway[0] ?? 0), (b ?? 0) - (halfway[1] ?? 0)) < 0.01,
      ),
    ).toBe(true)
  expect(Math.max(...pairs(paths.ahead).map(([, height]) => height ?? 0))).toBeCloseTo(y(0), 2)
  expect(Math.min(...pairs(paths.behind).map(([, height]) => height ?? 0))).toBeCloseTo(y(0), 2)
})

test('a benchmark with a gap is drawn in two pieces, one without any is not drawn', () => {
  const gap = lineChartGeometry(curve([0, 0], [0.1, 0.1], [0.1, null], [0.1, 0.2], [0.2, 0.3]))
  expect(gap.paths.benchmark.match(/M/g)).toHaveLength(2)
  expect(lineChartGeometry(curve([0, null], [0.1, null])).paths.benchmark).toBe('')
})

test.each([
  [-5, '2026-01-01'],
  [49, '2026-01-03'],
  [70, '2026-01-04'],
  [130, '2026-01-05'],
])('at %i percent the nearest day is %s', (percent, day) => {
  const points = curve([0, 0], [0, 0], [0, 0], [0, 0], [0, 0])
  expect(points[lineChartGeometry(points).nearest(percent)]?.day).toBe(day)
})

test.each([
  ['0.2% steps', [0.01, 0.012], '+0.2%'],
  ['5% steps', [0.1, 0.21], '+5%'],
  ['50% steps', [1, 2.1], '+50%'],
] as const)('lines are named with the decimals that %s need', (_name, [own, high], label) => {
  expect(lineChartGeometry(curve([0, 0], [own, high])).rows[0]?.label).toBe(label)
})

test('day labels depend on the length of the range, and the first of each year includes the year', () => {
  const months = (from: string, days: number, isPhone = false) =>
    lineChartGeometry(
      [
        { day: from, own: 0, benchmark: 0 },
        {
          day: new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10),
          own: 0.1,
          benchmark: 0,
        },
      ],
      { isPhone },
    ).columns.map(({ label }) => label)
  expect(months('2026-01-12', 312)).toEqual(['Apr 2026', 'Jul', 'Oct'])
  expect(months('2020-04-27', 2400).slice(0, 2)).toEqual(['2021', '2022'])
  expect(months('2026-11-18', 1)).toEqual(['Nov 18', 'Nov 19'])
  expect(months('2026-01-12', 730)).toEqual(['Apr 2026', 'Oct', 'Apr 2027', 'Oct'])
})

test('labels that would touch are left out evenly, more of them on a phone', () => {
  const points = [
    { day: '2026-01-12', own: 0, benchmark: 0 },
    { day: '2026-03-12', own: 0.1, benchmark: 0 },
  ]
  const labels = (isPhone: boolean) =>
    lineChartGeometry(points, { isPhone }).columns.map(({ label }) => label)
  expect(labels(false)).toEqual(['Jan 18', 'Feb', 'Feb 15', 'Mar'])
  expect(labels(true)).toEqual(['Jan 18', 'Feb 8', 'Mar'])
})
