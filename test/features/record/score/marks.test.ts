// A signal's figures at fixed horizons, by hand from the days that the call gives.
import { expect, test } from 'vitest'
import type { SignalScore } from '#shared/contracts/scores.ts'
import { type ScorePart, scoreMarks } from '#web/features/record/score-marks.ts'

/** `growths` repeat; SPY grows by 0.1 % each day. Days are numbered. */
const part = (count: number, growths: readonly number[], more: Partial<ScorePart> = {}) =>
  ({
    ticker: 'NVDA',
    side: 1,
    does: 'opens',
    weight: '1.0000',
    exitDay: null,
    days: Array.from({ length: count }, (_, i) => ({
      day: `day ${i + 1}`,
      growth: (growths[i % growths.length] ?? 1).toFixed(8),
      benchmark: '1.00100000',
    })),
    ...more,
  }) as unknown as ScorePart
const marks = (...parts: ScorePart[]) => scoreMarks({ parts } as Pick<SignalScore, 'parts'> as SignalScore)

test.each([
  [0, []],
  [1, ['1 day', 'Now']],
  [4, ['1 day', 'Now']],
  [5, ['1 day', '1 week', 'Now']],
  [21, ['1 day', '1 week', '1 month', 'Now']],
  [63, ['1 day', '1 week', '1 month', '3 months', 'Now']],
  [252, ['1 day', '1 week', '1 month', '3 months', '1 year', 'Now']],
])('after %i exchange days there are %j', (days, names) => {
  expect(marks(part(days, [1])).map(({ name }) => name)).toEqual(names)
})

test('each mark is the growth up to the close of its day, and SPY’s', () => {
  const all = marks(part(253, [1.01], { exitDay: 'day 253' }))
  for (const [place, days] of [1, 5, 21, 63, 252, 253].entries()) {
    const mark = all[place]
    expect(mark?.day).toBe(`day ${days}`)
    expect(mark?.own).toBeCloseTo(1.01 ** days - 1, 8)
    expect(mark?.benchmark).toBeCloseTo(1.001 ** days - 1, 8)
    expect(mark?.excess).toBeCloseTo(1.01 ** days - 1.001 ** days, 8)
  }
  expect(all.at(-1)?.name).toBe('Exit')
})

test('a short gains what the share loses, and loses no more than everything', () => {
  const [day, week] = marks(part(5, [0.9, 1.5], { side: -1 }))
  expect(day?.own).toBeCloseTo(0.1, 8)
  expect(day?.excess).toBeCloseTo(1.001 - 0.9, 8)
  // 0.9 × 1.5 × 0.9 × 1.5 × 0.9 − 1 = 0.64
  expect(week?.own).toBeCloseTo(-0.640_25, 8)
  expect(marks(part(1, [2.5], { side: -1 }))[0]).toMatchObject({ own: -1 })
})

test('several positions have only the marks that all have reached, weighted', () => {
  const two = marks(
    part(6, [1.1], { weight: '0.7500' }),
    part(5, [1], { weight: '0.2500', exitDay: 'day 5' }),
    part(0, [1], { does: 'adds' }),
  )
  expect(two.map(({ name }) => name)).toEqual(['1 day', '1 week', 'Now'])
  expect(two[0]?.own).toBeCloseTo(0.075, 8)
  // The one that has ended keeps its result.
  expect(two[2]?.own).toBeCloseTo(0.75 * (1.1 ** 6 - 1), 8)
  expect(two[2]?.benchmark).toBeCloseTo(0.75 * (1.001 ** 6 - 1) + 0.25 * (1.001 ** 5 - 1), 8)
})
