// Alpha and beta against published data, and the benchmark's return over the same days.
import { describe, expect, test } from 'vitest'
import { alphaBeta, benchmarkCurve, benchmarkReturns } from '#engine/portfolio/returns/benchmark.ts'
import { BACON, BACON_BENCHMARK, returnsOf } from './published-returns.ts'
import { weekdays } from './rows.ts'

describe('Alpha and beta', () => {
  // NIST, Statistical Reference Datasets, Norris: certified −0.262323073774029 and 1.00211681802045.
  const NORRIS_X = [
    0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777, 558.2, 0.4, 0.6, 775.5, 666.9, 338,
    447.5, 11.6, 556, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999, 779, 11.1, 118.3, 229.2,
    669.1, 448.9, 0.5,
  ]
  const NORRIS_Y = [
    0.1, 338.8, 118.1, 888, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3,
    448.9, 10.8, 557.7, 228.3, 998, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888, 998.5, 778.9, 10.2, 117.6,
    228.9, 668.4, 449.2, 0.2,
  ]
  test('NIST: the certified line', () => {
    const line = alphaBeta(returnsOf(NORRIS_Y), returnsOf(NORRIS_X), 0, 50)
    expect(line?.alpha).toBeCloseTo(-0.262323073774029, 11)
    expect(line?.beta).toBeCloseTo(1.00211681802045, 12)
    expect(line).toMatchObject({ days: 36, alphaPerYear: null })
  })

  test('Bacon: with this beta, Jensen’s alpha of the yearly returns is −0.014', () => {
    const { beta = NaN } = alphaBeta(returnsOf(BACON), returnsOf(BACON_BENCHMARK), 0, 30) ?? {}
    const yearly = (ratios: number[]) =>
      Math.sqrt(ratios.reduce((growth, ratio) => growth * (1 + ratio), 1)) - 1
    expect(yearly(BACON) - beta * yearly(BACON_BENCHMARK)).toBeCloseTo(-0.014, 3)
  })

  test('twice the benchmark on credit at the risk-free rate has a beta of 2 and no alpha', () => {
    const riskFree = 0.0002
    const own = BACON_BENCHMARK.map((ratio) => 2 * ratio - riskFree)
    const line = alphaBeta(returnsOf(own), returnsOf(BACON_BENCHMARK), riskFree, 365)
    expect(line?.beta).toBeCloseTo(2, 12)
    expect(line?.alpha).toBeCloseTo(0, 12)
    const better = alphaBeta(
      returnsOf(own.map((ratio) => ratio + 0.001)),
      returnsOf(BACON_BENCHMARK),
      riskFree,
      365,
    )
    expect(better?.alphaPerYear).toBeCloseTo(0.252, 12)
  })

  test('pair only days that both have, in any order', () => {
    const own = returnsOf([0.01, 0.5, 0.03, -0.02])
    const theirs = returnsOf([0.02, 0.9, 0.06, -0.04]).toReversed()
    const without = theirs.filter(({ ratio }) => ratio !== 0.9)
    expect(alphaBeta(own, without, 0, 10)).toMatchObject({ days: 3 })
    expect(alphaBeta(own, without, 0, 10)?.beta).toBeCloseTo(0.5, 12)
    expect(alphaBeta(own, without.slice(1), 0, 10)).toBeNull()
  })

  test('are null if the benchmark didn’t move', () => {
    // Their mean isn't exactly 0.1 in doubles.
    expect(alphaBeta(returnsOf([0.1, 0.2, 0.3]), returnsOf([0.1, 0.1, 0.1]), 0, 10)).toBeNull()
  })
})

describe('The benchmark', () => {
  const days = weekdays('2024-01-03', 4)
  const closes = new Map([
    ['2023-12-29', 90],
    ['2024-01-02', 100],
    ['2024-01-03', 110],
    ['2024-01-04', 99],
    ['2024-01-08', 121],
  ])

  test('counts from the close before the first day; a day without a close uses the last one', () => {
    expect(
      benchmarkCurve(days, closes).map(({ day, cumulative }) => [day, Number(cumulative.toFixed(10))]),
    ).toEqual([
      ['2024-01-03', 0.1],
      ['2024-01-04', -0.01],
      ['2024-01-05', -0.01],
      ['2024-01-08', 0.21],
    ])
  })

  test('has a return only for days with a close and a close before', () => {
    expect(benchmarkReturns(days, closes).map(({ day, ratio }) => [day, Number(ratio.toFixed(10))])).toEqual([
      ['2024-01-03', 0.1],
      ['2024-01-04', -0.1],
    ])
  })

  test('has neither a curve nor returns without an earlier close', () => {
    expect(benchmarkCurve(weekdays('2023-12-29', 2), closes)).toEqual([])
    expect(benchmarkReturns(['2023-12-29'], closes)).toEqual([])
    expect(benchmarkCurve([], closes)).toEqual([])
  })
})
