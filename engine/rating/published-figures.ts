// A record's figures as shown: text with fixed decimals, half away from zero and without a negative zero.
import type { Figures } from './regression.ts'

const RATIO_DECIMALS = 4
const T_DECIMALS = 2
const P_DECIMALS = 6

export type PublishedFigures = {
  weeks: number
  days: number
  df: number
  yearly: boolean
  mean: string
  low: string
  high: string
  t: string
  p: string
  slopes: string[]
}

export function publishedFigures(figures: Figures): PublishedFigures {
  const { weeks, days, df, isYearly, mean, low, high, t, p, slopes } = figures
  return {
    weeks,
    days,
    df,
    yearly: isYearly,
    mean: rounded(mean, RATIO_DECIMALS),
    low: rounded(low, RATIO_DECIMALS),
    high: rounded(high, RATIO_DECIMALS),
    t: rounded(t, T_DECIMALS),
    p: rounded(p, P_DECIMALS),
    slopes: slopes.map((slope) => rounded(slope, RATIO_DECIMALS)),
  }
}

/** `toFixed` rounds the float's exact value, with ties away from zero. */
export const rounded = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace(/^-(?=[0.]*$)/, '')
