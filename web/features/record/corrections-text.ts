// Texts about figures that changed because a price was corrected, and about a share that stopped trading.
import type { Restatement, SignalScore } from '#shared/contracts/scores.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { priceText } from './outcome-text.ts'

const WHATS = { close: 'close', dividend: 'dividend', split: 'split' } as const
/** Beyond this number, only the count is shown. */
const NAMED_MAX = 2

/**
 * "Restated on Mar 3, 2026 because the close of NVDA on Mar 1, 2026 was corrected: was +4.2%, SPY +1.0%, as
 * of Feb 27, 2026."
 */
export function restatedText({ at, causes, asOf, return: own, benchmark }: Restatement): string {
  const before = `was ${percentOf(own)}, SPY ${percentOf(benchmark)}, as of ${dayText(asOf)}`
  return `Restated on ${dayText(utcDay(at))} because ${whyText(causes)}: ${before}.`
}

function whyText(causes: Restatement['causes']): string {
  const final = causes.find(({ what }) => what === 'final_value')
  if (final) return `the final value of ${final.symbol} became known`
  const named = causes.slice(0, NAMED_MAX).map(causeText)
  if (named.length === 0) return 'prices were published late'
  const more = causes.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more were corrected`
  return `${named.join(' and ')} ${named.length === 1 ? 'was' : 'were'} corrected`
}

const causeText = ({ symbol, day, what }: Restatement['causes'][number]): string =>
  what === 'final_value'
    ? `the final value of ${symbol}`
    : `the ${WHATS[what]} of ${symbol} on ${dayText(day)}`

/** "$30.50 a share on May 30, 2025, set by an administrator. Source: Form 8-K". */
export function finalValueText({
  day,
  value,
  source,
}: NonNullable<SignalScore['parts'][number]['finalValue']>): string {
  const amount = value === null ? '' : `${priceText(value)} a share `
  return `${amount}on ${dayText(day)}, set by an administrator. Source: ${source}`.replace(/^on/, 'On')
}
