// Drawdown, volatility, Sharpe and Sortino ratio against published figures and data.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  maximumDrawdown,
  perExchangeDay,
  sharpe,
  sortino,
  volatility,
} from '#engine/portfolio/returns/risk.ts'
import { BACON, BACON_BENCHMARK, curveOf, percents, returnsOf } from './published-returns.ts'
import { weekdays } from './rows.ts'

describe('Maximum drawdown', () => {
  test.each([
    // ycharts.com, glossary, "Max Drawdown".
    ['YCharts', [100, 150, 90, 120, 80, 200], 0.4667, 150, 80],
    // Investopedia, "Maximum Drawdown (MDD)".
    ['Investopedia', [500, 750, 400, 600, 350, 800], 0.5333, 750, 350],
    ['two falls, the second deeper', [100, 80, 110, 70], 0.3636, 110, 70],
    ['two equal falls: the first counts', [100, 50, 100, 50], 0.5, 100, 50],
  ])('%s', (_source, values, depth, peak, trough) => {
    const days = weekdays('2024-01-01', values.length)
    const first = values[0] ?? 1
    const curve = values.map((value, index) => ({ day: days[index] ?? '', cumulative: value / first - 1 }))
    const worst = maximumDrawdown(curve)
    expect(worst.depth).toBeCloseTo(depth, 4)
    // The first value is what was invested: a peak there is the start, before the first day.
    expect(worst.peakDay).toBe(peak === first ? null : days[values.indexOf(peak)])
    expect(worst.troughDay).toBe(days[values.indexOf(trough)])
  })

  test('counts a fall from the start, and is zero without a loss', () => {
    expect(maximumDrawdown(curveOf([-0.1, 0.05]))).toMatchObject({ peakDay: null, troughDay: '2024-01-01' })
    expect(maximumDrawdown(curveOf([0.1, 0, 0.05]))).toEqual({ depth: 0, peakDay: null, troughDay: null })
    expect(maximumDrawdown([])).toEqual({ depth: 0, peakDay: null, troughDay: null })
  })

  test('of a total loss is 1', () => {
    expect(maximumDrawdown(curveOf([0.5, -1, 0])).depth).toBe(1)
  })

  test('equals a comparison of every day with every later one, and is between 0 and 1', () => {
    const ratios = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 40 })
    fc.assert(
      fc.property(ratios, (all) => {
        const curve = curveOf(all)
        const levels = [1, ...curve.map(({ cumulative }) => 1 + cumulative)]
        const falls = levels.flatMap((peak, index) =>
          levels.slice(index).map((later) => (peak > 0 ? 1 - later / peak : 0)),
        )
        const { depth } = maximumDrawdown(curve)
        expect(depth).toBeCloseTo(Math.max(...falls), 12)
        expect(depth).toBeGreaterThanOrEqual(0)
        expect(depth).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('Volatility', () => {
  // NIST, Statistical Reference Datasets, NumAcc1 (10000001, 10000003, 10000002): standard deviation 1.
  test('keeps its precision with a large mean', () => {
    expect(volatility(returnsOf([10_000_001, 10_000_003, 10_000_002]), 10)?.perDay).toBe(1)
  })

  test('Bacon: the portfolio’s is 1.03 times the benchmark’s (Fama beta)', () => {
    const [own, theirs] = [volatility(returnsOf(BACON), 30), volatility(returnsOf(BACON_BENCHMARK), 30)]
    expect((own?.perDay ?? 0) / (theirs?.perDay ?? 0)).toBeCloseTo(1.03, 2)
  })

  test('is annualized only from one year on', () => {
    expect(volatility(returnsOf(BACON), 364)?.perYear).toBeNull()
    const { perDay, perYear } = volatility(returnsOf(BACON), 365) ?? {}
    expect(perYear).toBeCloseTo((perDay ?? NaN) * Math.sqrt(252), 12)
  })

  test('needs two days', () => {
    expect(volatility(returnsOf([0.1]), 400)).toBeNull()
    expect(volatility(returnsOf([0.1, 0.1]), 400)?.perDay).toBe(0)
  })
})

describe('Sharpe ratio', () => {
  /** Two returns with this mean and this standard deviation. */
  const with2 = (mean: number, deviation: number) =>
    returnsOf([mean + deviation / Math.SQRT2, mean - deviation / Math.SQRT2])

  test.each([
    // everything2.com, "Sharpe ratio"; the last is Wikipedia's.
    [0.1, 0.073, 0.05, 0.6849],
    [0.27, 0.049, 0.05, 4.4897],
    [0.12, 0.1, 0.05, 0.7],
  ])('a mean of %d with a deviation of %d above %d is %d', (mean, deviation, riskFree, expected) => {
    expect(sharpe(with2(mean, deviation), riskFree, 2)?.perDay).toBeCloseTo(expected, 3)
  })

  test('is annualized only from one year on', () => {
    expect(sharpe(returnsOf(BACON), 0, 364)?.perYear).toBeNull()
    const { perDay, perYear } = sharpe(returnsOf(BACON), 0, 365) ?? {}
    expect(perYear).toBeCloseTo((perDay ?? NaN) * Math.sqrt(252), 12)
  })

  test('is null if nothing moved, within double precision', () => {
    expect(sharpe(returnsOf([0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001]), 0, 400)).toBeNull()
    expect(sharpe(returnsOf([0.1]), 0, 400)).toBeNull()
  })
})

describe('Sortino ratio', () => {
  // Rollinger and Hoffman, "Sortino: A 'Sharper' Ratio", Red Rock Capital: eight years, target 0 %.
  test('Red Rock: 10 % by a downside deviation of 2.264 % is 4.417', () => {
    const years = returnsOf(percents(17, 15, 23, -5, 12, 9, 13, -4))
    expect(sortino(years, 0, 8)?.perDay).toBeCloseTo(4.417, 3)
  })

  // Kappa of order 2 is the Sortino ratio.
  test('Bacon: 0.157 above 0.5 % a month', () => {
    expect(sortino(returnsOf(BACON), 0.005, 30)?.perDay).toBeCloseTo(0.157, 3)
  })

  test('is null if no day fell short', () => {
    expect(sortino(returnsOf([0.01, 0.02]), 0, 400)).toBeNull()
    expect(sortino(returnsOf([0.01, 0.02]), 0.015, 400)).not.toBeNull()
    expect(sortino(returnsOf([-0.01]), 0, 400)).toBeNull()
  })
})

test('a yearly rate converts to a daily rate that compounds to it over 252 days', () => {
  expect((1 + perExchangeDay(0.05)) ** 252).toBeCloseTo(1.05, 12)
  expect(perExchangeDay(0)).toBe(0)
})
