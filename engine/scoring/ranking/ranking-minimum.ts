// Who has a record long enough to be ranked, and what is missing from the others.
import type { MISSING } from '#shared/contracts/rankings.ts'
import { SIGNALS_MIN } from '#shared/rules/yearly-excess.ts'

/** The least that is asked of a ranked record: signals that opened a position, on how many days, and so on. */
export const LEAST = { signals: SIGNALS_MIN, entry_days: 10, active_days: 60, days_on_record: 90 } as const
/** Whoever stops after a good year stays as good, which the figures can't see. */
export const QUIET_DAYS = 90
/** Below that, no figures: a sealed trade could be read off them. */
export const POSITIONS_WITH_FIGURES = 5

const DAY_MS = 86_400_000

export type Standing = {
  /** Signals that opened a position in a share that isn't thin, and on how many different days. */
  opened: number
  entryDays: number
  activeDays: number
  /** The first signal, the last one, and the last close in the figures; the last is null before the first. */
  since: Date
  lastPostedAt: Date
  asOf: string | null
  isPublic: boolean
  isSample: boolean
}
export type Missing = { what: (typeof MISSING)[number]; have: number | null; need: number | null }

/** Empty if the record is ranked. `hasSamplePrices`: whether all figures of the installation are from sample prices. */
export function whyNotRanked(standing: Standing, hasSamplePrices: boolean): Missing[] {
  const { opened, entryDays, activeDays, lastPostedAt, asOf, isPublic, isSample } = standing
  const counts = {
    signals: opened,
    entry_days: entryDays,
    active_days: activeDays,
    days_on_record: daysOnRecord(standing),
  }
  const quietSince = asOf === null ? null : Date.parse(`${asOf}T00:00:00Z`) - QUIET_DAYS * DAY_MS
  const missing = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((what) => counts[what] < LEAST[what])
    .map((what): Missing => ({ what, have: counts[what], need: LEAST[what] }))
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
export function daysOnRecord({ since, asOf }: Pick<Standing, 'since' | 'asOf'>): number {
  if (asOf === null) return 0
  const day = since.toISOString().slice(0, 10)
  return Math.max(0, Math.round((Date.parse(asOf) - Date.parse(day)) / DAY_MS))
}
