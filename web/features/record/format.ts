// Records as text.
import type { PersonRecord, Rating } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { signedPercent } from '#shared/rules/percent.ts'

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
  const thin = positions.thin ? ` · ${formatCount(positions.thin)} in thin shares, never rated` : ''
  return `${counted(positions.total, 'position')} from ${counted(signals.posted, 'signal')}${start} · ${all}${later}${thin}`
}

const WORDS = {
  trades: (have: number, need: number) => `${have} of ${need} trades`,
  entry_days: (have: number, need: number) => `${have} of ${need} days with a new trade`,
  active_days: (have: number, need: number) => `${have} of ${need} days with an open trade`,
  weeks: (have: number, need: number) => `${have} of ${need} weeks`,
}

/** "Not rated yet: 7 of 20 trades", the first that is missing. Null for a rated record. */
export function notRatedText({ isRated, missing }: Pick<Rating, 'isRated' | 'missing'>): string | null {
  if (isRated) return null
  const [first] = missing
  return first
    ? `Not rated yet: ${WORDS[first.what](first.have, first.need)}`
    : 'Not rated yet: prices are missing'
}

/** "Likely skill", "Could be luck", "Ended in March 2027" or why the record isn't rated. */
export function stateText({ endedOn, isLikelySkill, ...rating }: Rating): string {
  if (endedOn !== null) return `Ended in ${MONTH.format(Date.parse(`${endedOn}T00:00:00Z`))}`
  return notRatedText(rating) ?? (isLikelySkill ? 'Likely skill' : 'Could be luck')
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The name of a book. */
export const bookText = ({ book }: Pick<Rating, 'book'>): string =>
  book === 'open' ? 'Public trades' : 'Subscriber trades'

/** The figures of a rating that may be shown. */
export const shownFigures = ({ isRated, figures }: Rating) => (isRated ? figures : null)

/** The books that have a rating, the open one first. */
export const ratingsOf = ({ books: { open, sealed } }: Pick<PersonRecord, 'books'>): Rating[] =>
  [open, sealed].filter((rating) => rating !== null)
