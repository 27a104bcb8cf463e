// The results of the trades in each of an author's books, and how often the author posts premium signals.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { isForSubscribers } from '#server/features/users/visibility.ts'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { SEALED_DAYS } from '#shared/limits.ts'
import { POSITIONS_WITH_FIGURES } from '#engine/scoring/ranking/per-position.ts'

const DAY_MS = 86_400_000

type View = z.input<typeof PersonRecord>

/** The results of the trades in an author's books. `isEntitled`: whether the viewer sees the sealed book up to date. */
export const tradeFiguresOf = ({ db }: Pick<Deps, 'db'>, author: string, isEntitled: boolean) =>
  db
    .selectFrom('recordTradeFigures as f')
    .distinctOn('f.book')
    .selectAll('f')
    .select(sql<string | null>`f.worst_day::text`.as('worstDay'))
    .where('f.author', '=', author)
    .where((eb) => eb.or([eb('f.isEarly', '=', false), eb.val(isEntitled)]))
    .orderBy('f.book')
    .orderBy('f.isEarly', 'desc')
    .execute()
export type TradeFiguresRow = Awaited<ReturnType<typeof tradeFiguresOf>>[number]

export const resultsView = (rows: readonly TradeFiguresRow[]): View['results'] => ({
  open: bookView(rows.find(({ book }) => book === 'open')),
  sealed: bookView(rows.find(({ book }) => book === 'sealed')),
})

function bookView(row: TradeFiguresRow | undefined): View['results']['open'] {
  if (!row || row.scored < POSITIONS_WITH_FIGURES) return null
  const { meanExcess, medianExcess, averageWin, averageLoss, hitLow, hitHigh, histogram, histogramStep } = row
  const { worst, worstReturn, worstTicker, worstDay } = row
  if (meanExcess === null || medianExcess === null || hitLow === null || hitHigh === null) return null
  if (worst === null || worstReturn === null || worstTicker === null || worstDay === null) return null
  return {
    count: row.scored,
    open: row.tradesOpen,
    wins: row.wins,
    meanExcess,
    medianExcess,
    averageWin,
    averageLoss,
    hitLow,
    hitHigh,
    worst: { excess: worst, return: worstReturn, ticker: worstTicker, day: worstDay },
    histogram: histogram && histogramStep ? { step: histogramStep, counts: histogram } : null,
  }
}

type Premium = { last30: number; last90: number; latest: string | null; from90: string | null }

/** A creator's premium signals by the time of their post, without withdrawn ones, for a row of `users as u`. */
export const premiumActivity = (now: Date) => {
  const since = (days: number) => sql`g.created_at > ${new Date(now.getTime() - days * DAY_MS)}`
  return sql<Premium>`(select json_build_object(
      'last30', count(*) filter (where ${since(30)}), 'last90', count(*) filter (where ${since(SEALED_DAYS)}),
      'latest', max(g.created_at), 'from90', min(g.created_at) filter (where ${since(SEALED_DAYS)}))
    from signals g where g.user_id = u.id and ${isForSubscribers('g')} and g.withdrawn_at is null)`
}

/** `isEntitled`: the viewer sees all of them, so none is sealed. */
export const premiumView = (
  { last30, last90, latest, from90 }: Premium,
  isEntitled: boolean,
): View['premium'] => ({
  last30,
  last90,
  latest: latest && new Date(latest).toISOString(),
  sealedFrom: from90 && !isEntitled ? new Date(from90).toISOString() : null,
})
