// Figures of records as text: yearly results in percent, differences in points.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf, signedPercent } from '#shared/rules/percent.ts'

/** "38%", for a share. */
export const shareOf = (ratio: string): string => `${Math.round(Number(ratio) * 100)}%`

export const counted = (number: number, one: string): string =>
  `${formatCount(number)} ${one}${number === 1 ? '' : 's'}`

/** The color of a figure; a figure that rounds to zero has none. */
export function toneOf(ratio: string | number): string {
  const text = signedPercent(Number(ratio))
  return text === signedPercent(0) ? '' : text.includes('-') ? 'text-loss' : 'text-gain'
}

/**
 * "41 positions from 57 signals since Mar 3, 2026 · all of them, also the 2 withdrawn; 3 premium signals of
 * the last 90 days count later".
 */
export function firstLine({ positions, signals, since }: PersonRecord): string {
  const all =
    signals.withdrawn > 0
      ? `all of them, also the ${formatCount(signals.withdrawn)} withdrawn`
      : 'all of them'
  const later =
    signals.sealed > 0
      ? `; ${counted(signals.sealed, 'premium signal')} of the last 90 days ${signals.sealed === 1 ? 'counts' : 'count'} later`
      : ''
  const start = since === null ? '' : ` since ${dayText(since)}`
  const thin = positions.thin ? ` · ${formatCount(positions.thin)} in thin shares, never ranked` : ''
  return `${counted(positions.total, 'position')} from ${counted(signals.posted, 'signal')}${start} · ${all}${later}${thin}`
}

const WORDS = {
  signals: (have: number, need: number) => `${have} of ${need} signals`,
  entry_days: (have: number, need: number) => `${have} of ${need} different days with a new position`,
  active_days: (have: number, need: number) => `${have} of ${need} trading days with a position`,
  days_on_record: (have: number, need: number) => `${have} of ${need} days on record`,
}

/** "Too early to say: 7 of 20 signals." Null for a record that is long enough. */
export function tooEarly({ whyNot }: Pick<PersonRecord, 'whyNot'>): string | null {
  const words = whyNot.flatMap(({ what, have, need }) =>
    what in WORDS ? [WORDS[what as keyof typeof WORDS](have ?? 0, need ?? 0)] : [],
  )
  return words.length === 0 ? null : `Too early to say: ${words.join(', ')}.`
}

/** "Average +6.8% a year, range +1.9% to +11.7%". */
export const rangeText = ({ low, mean, high }: { low: string; mean: string; high: string }): string =>
  `Average ${percentOf(mean)} a year, range ${percentOf(low)} to ${percentOf(high)}`
