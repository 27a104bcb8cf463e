// A lead over the market as text: "+11.5% a year ahead of the market, likely +7% to +16%" (docs/record.md, "Ranking").
import { timeText } from './dates.ts'
import { percentOf } from './percent.ts'
import { wholePercentOf } from './printed-difference.ts'

/** Ratios as text. Below 52 weeks the figures are those of the whole time, which has `days` exchange days. */
export type LeadText = { mean: string; low: string; high: string; yearly: boolean; days: number }

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
