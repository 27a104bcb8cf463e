// How many ranked people luck alone would list, and who is listed beyond that (false discovery rate).
// Statistics, so these are floats.
import type { YearlyExcess } from '#shared/rules/yearly-excess.ts'

/** The fraction of people without skill whose lower bound is above zero. */
const LISTED_BY_LUCK = 0.05
/** The highest accepted fraction of people named beyond luck who are there by luck. */
const FALSE_DISCOVERIES = 0.02

/** How many people luck alone would list, of this many ranked. */
export const byLuck = (ranked: number): number => Math.round(LISTED_BY_LUCK * ranked)

type Ranked = Pick<YearlyExcess, 'mean' | 'error'>

/**
 * The highest of these p that is beyond luck, null if none is: the largest k-th smallest p that is at most 2 % · k / n.
 * Source: Benjamini and Hochberg, "Controlling the False Discovery Rate", Journal of the Royal Statistical Society B 57
 * (1995).
 */
export function luckCutoff(ps: readonly number[]): number | null {
  const sorted = ps.toSorted((a, b) => a - b)
  return sorted.findLast((p, place) => p <= (FALSE_DISCOVERIES * (place + 1)) / sorted.length) ?? null
}

/**
 * The probability of a result at least this high by luck: the upper tail of the normal distribution at mean /
 * error.
 */
export function pOf({ mean, error }: Ranked): number {
  // Without variation, the effect of luck can't be measured.
  if (error === 0) return 1
  return upperTail(mean / error)
}

/**
 * P(Z > z), with a relative error below 1.2e-7 everywhere. Source: the rational Chebyshev fit of erfc in Press et al.,
 * "Numerical Recipes in C", 2nd edition (1992), section 6.2.
 */
export function upperTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const fit = COEFFICIENTS.reduceRight((sum, coefficient) => coefficient + t * sum, 0)
  const tail = (t * Math.exp(-x * x + fit)) / 2
  return z >= 0 ? tail : 1 - tail
}

const COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
]

/** Whether a ranked person is beyond luck, given the cutoff for everybody. */
export const isBeyondLuck = (person: Ranked, cutoff: number | null): boolean =>
  cutoff !== null && pOf(person) <= cutoff
