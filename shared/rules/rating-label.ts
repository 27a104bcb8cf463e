// The label of a record: "Likely skill", "Could be luck", "Not rated yet: 10 of 20 trades" (docs/record.md, "Ranking").
import type { Rating } from '../contracts/ratings.ts'

/** What a rating may lack, in a label and in a sentence. */
export const MISSING_WORDS = {
  trades: { label: 'trades', missing: 'scored trades' },
  entry_days: { label: 'days with a new trade', missing: 'days with a new trade' },
  active_days: { label: 'days with an open trade', missing: 'days with an open trade' },
  weeks: { label: 'weeks', missing: 'weeks on record' },
}

/** "Not rated yet: 7 of 20 trades", the first that is missing. Null for a rated record. */
export function notRatedText({ isRated, missing }: Pick<Rating, 'isRated' | 'missing'>): string | null {
  if (isRated) return null
  const [first] = missing
  return first
    ? `Not rated yet: ${first.have} of ${first.need} ${MISSING_WORDS[first.what].label}`
    : 'Not rated yet: prices are missing'
}

/** "Likely skill", "Could be luck", "Ended in March 2027" or why the record isn't rated. Null: no whole week yet. */
export function labelText(rating: Rating | null): string {
  if (rating === null) return 'Not rated yet'
  const notRated = notRatedText(rating)
  if (notRated !== null) return notRated
  if (rating.endedOn !== null) return `Ended in ${MONTH.format(Date.parse(`${rating.endedOn}T00:00:00Z`))}`
  return rating.isLikelySkill ? 'Likely skill' : 'Could be luck'
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
