// The figures of a record: least squares of its weeks on those of the index funds, with Student's t.
//
// Sums are whole numbers, so their order doesn't matter. Everything from the inverse on uses floats with + − × ÷ and
// square roots, in exactly this order, so that every computer calculates the same bits.
import { sumOfProducts } from './exact.ts'
import type { MarketWeek } from './market.ts'
import { RANGE_P, REGRESSORS, RISK_FLOOR, WEEK_UNIT, YEAR_DAYS, YEAR_WEEKS } from './method.ts'
import { quantile, tail } from './student-t.ts'

const DF_MIN = 4
/** A pivot must be above this share of its diagonal, or the weeks don't tell the funds apart. */
const PIVOT_MIN = 1e-9

/** A record's own sums: Σxy and Σy² over its weeks. */
export type RecordSums = { c: number[]; q: number }

export type Figures = {
  weeks: number
  /** Exchange days in these weeks. */
  days: number
  df: number
  /**
   * Whether the figures are yearly, as they are for at least a year of weeks. Otherwise they cover the whole period.
   */
  isYearly: boolean
  /** The lead and its confidence interval, as ratios. */
  mean: number
  low: number
  high: number
  /** The low end of the yearly lead, even if the record is shorter than a year. */
  lowYear: number
  t: number
  p: number
  /** The slopes for the seven funds. */
  slopes: number[]
}

/** Null if a week of the market isn't known. */
export function recordSums(weeks: readonly MarketWeek[], ys: readonly number[]): RecordSums | null {
  if (ys.some((_, at) => weeks[at] == null)) return null
  const y = (at: number) => ys[at] ?? 0
  return {
    c: Array.from({ length: REGRESSORS }, (_, k) => sumOfProducts(ys.length, (at) => weeks[at]?.[k] ?? 0, y)),
    q: sumOfProducts(ys.length, y, y),
  }
}

/** Adds weeks to sums. Throws `RangeError` if a sum gets too large; `recordSums` over all weeks still works then. */
export function addWeeks(
  sums: RecordSums,
  weeks: readonly MarketWeek[],
  ys: readonly number[],
): RecordSums | null {
  const more = recordSums(weeks, ys)
  if (!more) return null
  const added = { c: sums.c.map((sum, k) => sum + (more.c[k] ?? 0)), q: sums.q + more.q }
  if (![...added.c, added.q].every(Number.isSafeInteger))
    throw new RangeError('A sum of a record is too large')
  return added
}

/**
 * The inverse of Σxx′ by Gauss-Jordan elimination, without exchanging rows. Null if a pivot isn't above its minimum.
 */
export function inverse(a: readonly (readonly number[])[]): number[][] | null {
  const size = a.length
  const rows = a.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (j === i ? 1 : 0))])
  for (const [k, row] of rows.entries()) {
    const pivot = row[k] ?? 0
    if (!(pivot > PIVOT_MIN * (a[k]?.[k] ?? 0))) return null
    for (const [j, value] of row.entries()) row[j] = value / pivot
    for (const [i, other] of rows.entries()) {
      if (i === k) continue
      const factor = other[k] ?? 0
      for (const [j, value] of other.entries()) other[j] = value - factor * (row[j] ?? 0)
    }
  }
  return rows.map((row) => row.slice(size))
}

/** Σxx′ of some weeks. Null if one of them isn't known. */
export function marketSums(weeks: readonly MarketWeek[]): number[][] | null {
  if (weeks.some((week) => week === null)) return null
  const x = (k: number) => (at: number) => weeks[at]?.[k] ?? 0
  const each = Array.from({ length: REGRESSORS }, (_, k) => k)
  return each.map((i) => each.map((j) => sumOfProducts(weeks.length, x(i), x(j))))
}

/** The market's side of the regression over a range of weeks. */
export type MarketRange = { weeks: number; days: number; inverse: readonly (readonly number[])[] | null }

/** `share`: how much of a portfolio the record filled, from 0 to 1. Null if there are too few weeks. */
export function figuresOf({ c, q }: RecordSums, market: MarketRange, share: number): Figures | null {
  const { weeks, days, inverse: a } = market
  const df = Math.floor((weeks - REGRESSORS) / 2) * 2
  const first = a?.[0]?.[0]
  if (df < DF_MIN || !a || first === undefined) return null
  const slopes = a.map((row) => row.reduce((sum, value, j) => sum + value * (c[j] ?? 0), 0))
  const rest = slopes.reduce((sum, slope, i) => sum - slope * (c[i] ?? 0), q)
  const yearlyRisk = RISK_FLOOR * WEEK_UNIT
  const floor = ((yearlyRisk * yearlyRisk) / YEAR_WEEKS) * share * share
  const error = Math.sqrt(Math.max(rest / (weeks - REGRESSORS), floor) * first)
  const [mean = 0, ...funds] = slopes
  if (!(error > 0)) return null
  const t = mean / error
  const wide = quantileOf(df)
  const isYearly = weeks >= YEAR_WEEKS
  const span = isYearly ? YEAR_DAYS : days
  return {
    weeks,
    days,
    df,
    isYearly,
    mean: (mean * span) / WEEK_UNIT,
    low: ((mean - wide * error) * span) / WEEK_UNIT,
    high: ((mean + wide * error) * span) / WEEK_UNIT,
    lowYear: ((mean - wide * error) * YEAR_DAYS) / WEEK_UNIT,
    t,
    p: tail(t, df),
    slopes: funds,
  }
}

/** The quantile of the range, which depends only on the degrees of freedom. */
function quantileOf(df: number): number {
  const known = quantiles.get(df) ?? quantile(RANGE_P, df)
  quantiles.set(df, known)
  return known
}
const quantiles = new Map<number, number>()
