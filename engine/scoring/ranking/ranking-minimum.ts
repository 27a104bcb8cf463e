// Which records are long enough to be ranked, and what the others lack.
import type { MISSING } from '#shared/contracts/rankings.ts'
import { SIGNALS_MIN } from '#shared/rules/yearly-excess.ts'

/** The minimum for a ranked record: signals that opened a position, days with an entry, and so on. */
export const RANKING_MINIMUM = {
  signals: SIGNALS_MIN,
  entry_days: 10,
  active_days: 60,
  days_on_record: 90,
} as const
/**
 * Days without a signal after which a record is no longer ranked. Without this limit, an author who stops after a good
 * year would keep that rank forever.
 */
export const QUIET_DAYS = 90
/** With fewer positions no figures are shown, because they would reveal sealed trades. */
export const POSITIONS_WITH_FIGURES = 5

const DAY_MS = 86_400_000

export type RecordStats = {
  /** Signals that opened a position in a liquid share, and the number of different days on which they did. */
  opened: number
  entryDays: number
  activeDays: number
  /** The first signal, the last one, and the last close in the figures, which is null before the first close. */
  since: Date
  lastPostedAt: Date
  asOf: string | null
  isPublic: boolean
  isSample: boolean
}
export type Missing = { what: (typeof MISSING)[number]; have: number | null; need: number | null }

/** Empty if the record is ranked. `hasSamplePrices`: whether this server uses sample prices for all figures. */
export function whyNotRanked(stats: RecordStats, hasSamplePrices: boolean): Missing[] {
  const { opened, entryDays, activeDays, lastPostedAt, asOf, isPublic, isSample } = stats
  const counts = {
    signals: opened,
    entry_days: entryDays,
    active_days: activeDays,
    days_on_record: daysOnRecord(stats),
  }
  const quietSince = asOf === null ? null : Date.parse(`${asOf}T00:00:00Z`) - QUIET_DAYS * DAY_MS
  const missing = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((what) => counts[what] < RANKING_MINIMUM[what])
    .map((what): Missing => ({ what, have: counts[what], need: RANKING_MINIMUM[what] }))
  const others: [Missing['what'], boolean][] = [
    ['recent_signal', quietSince === null || lastPostedAt.getTime() < quietSince],
    ['public', !isPublic],
    ['real_prices', isSample && !hasSamplePrices],
  ]
  return [
    ...missing,
    ...others.filter(([, isMissing]) => isMissing).map(([what]) => ({ what, have: null, need: null })),
  ]
}

/** Calendar days from the first signal to the last close in the figures. */
export function daysOnRecord({ since, asOf }: Pick<RecordStats, 'since' | 'asOf'>): number {
  if (asOf === null) return 0
  const day = since.toISOString().slice(0, 10)
  return Math.max(0, Math.round((Date.parse(asOf) - Date.parse(day)) / DAY_MS))
}
