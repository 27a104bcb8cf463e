// Records as text.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { Rating, TradeResults } from '#shared/contracts/ratings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import { MISSING_WORDS as WORDS } from '#shared/rules/rating-label.ts'

/** "38%", for a share. */
export const shareOf = (ratio: string): string => `${Math.round(Number(ratio) * 100)}%`

export const counted = (number: number, one: string): string =>
  `${formatCount(number)} ${one}${number === 1 ? '' : 's'}`

/** The color of a figure; a figure that rounds to zero has none. */
export function toneOf(ratio: string | number): string {
  const text = signedPercent(Number(ratio))
  return text === signedPercent(0) ? '' : text.includes('-') ? 'text-loss' : 'text-gain'
}

/** "58 signals since Feb 9, 2026. 32 became scored trades; none left out." */
export function countsText({ positions, signals, since, asOf }: PersonRecord): string {
  // Counts come with the scores, so a server that has just started doesn't know them yet.
  if (asOf === null) return 'No signal has been scored yet.'
  const start = since === null ? '' : ` since ${dayText(since)}`
  const { opened } = signals
  const became =
    opened === positions.total
      ? `${formatCount(opened)} became ${opened === 1 ? 'a scored trade' : 'scored trades'}`
      : `${formatCount(opened)} became ${counted(positions.total, 'scored trade')}`
  return `${counted(signals.posted, 'signal')}${start}. ${became}; none left out.`
}

/** The signals that didn't become a trade, by reason. They add up to the rest of `countsText`. */
export function otherSignals({ signals }: PersonRecord): { label: string; count: number }[] {
  const { sealed, pending, added, closed, comments, unscored } = signals
  return [
    { label: 'Premium, not public yet', count: sealed },
    { label: 'Waiting for the next close', count: pending },
    { label: 'Add to a trade', count: added },
    { label: 'Close a trade', count: closed },
    { label: 'Comments', count: comments },
    { label: 'Not scored (reason on each)', count: unscored },
  ].filter(({ count }) => count > 0)
}

/** "10 of the 20 scored trades we need", for each count that a rating lacks. */
export const stillMissing = ({ missing }: Pick<Rating, 'missing'>): string[] =>
  missing.map(({ what, have, need }) => `${have} of the ${need} ${WORDS[what].missing} we need`)

/** "Sep 2026", for a day. */
export const monthText = (day: string): string => SHORT_MONTH.format(Date.parse(`${day}T00:00:00Z`))
const SHORT_MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The name of a book. */
export const bookText = ({ book }: Pick<Rating, 'book'>): string =>
  book === 'open' ? 'Public trades' : 'Subscriber trades'

/** The figures of a rating that may be shown. */
export const shownFigures = ({ isRated, figures }: Rating) => (isRated ? figures : null)

export type Book = {
  book: 'open' | 'sealed'
  rating: Rating | null
  results: TradeResults | null
}

/**
 * The records that a person has, the public one first. That of subscriber trades is left out for a person who never posted
 * a premium signal.
 */
export function booksOf({ books, results, premium }: PersonRecord): Book[] {
  const hasSealed = books.sealed !== null || results.sealed !== null || premium.latest !== null
  return [
    { book: 'open', rating: books.open, results: results.open },
    ...(hasSealed ? [{ book: 'sealed' as const, rating: books.sealed, results: results.sealed }] : []),
  ]
}
