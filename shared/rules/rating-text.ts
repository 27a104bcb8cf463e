// A lead over the market as text: "+11.5% a year ahead of the market, likely +7% to +16%" (docs/record.md, "Ranking").
import { percentOf, wholePercentOf } from './percent.ts'

/** Ratios as text. Below 52 weeks the figures are those of the whole time, of so many exchange days. */
export type LeadText = { mean: string; low: string; high: string; yearly: boolean; days: number }

const DAYS_PER_MONTH = 21

/** "a year" or "in 7 months". */
export function timeText({ yearly, days }: Pick<LeadText, 'yearly' | 'days'>): string {
  if (yearly) return 'a year'
  const months = Math.max(1, Math.round(days / DAYS_PER_MONTH))
  return `in ${months} ${months === 1 ? 'month' : 'months'}`
}

/** "+11.5%"; without a sign if it is behind, which the words say. */
export const leadFigure = ({ mean }: Pick<LeadText, 'mean'>): string =>
  Number(mean) < 0 ? percentOf(mean).slice(1) : percentOf(mean)

/** "a year ahead of the market", "behind the market in 7 months": what follows the figure. */
export function aheadText({ mean, ...time }: Pick<LeadText, 'mean' | 'yearly' | 'days'>): string {
  const side = Number(mean) < 0 ? 'behind the market' : 'ahead of the market'
  return time.yearly ? `${timeText(time)} ${side}` : `${side} ${timeText(time)}`
}

/** "likely +7% to +16%". */
export const likelyText = ({ low, high }: { low: string | number; high: string | number }): string =>
  `likely ${wholePercentOf(low)} to ${wholePercentOf(high)}`

/** The whole sentence without a period: "+11.5% a year ahead of the market, likely +7% to +16%". */
export const leadText = (lead: LeadText): string =>
  `${leadFigure(lead)} ${aheadText(lead)}, ${likelyText(lead)}`
