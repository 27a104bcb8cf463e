// How the trades of each book of an author turned out, and how often they post premium signals.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { isForSubscribers } from '#server/features/users/visibility.ts'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { SEALED_DAYS } from '#shared/limits.ts'
import { POSITIONS_WITH_FIGURES } from '#engine/scoring/ranking/per-position.ts'

const DAY_MS = 86_400_000

type View = z.input<typeof PersonRecord>

/** How the trades of an author's books turned out. `isEntitled`: whether the viewer sees the sealed book up to date. */
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

/** A creator's premium signals by the time of their post, without withdrawn ones. `isEntitled`: the viewer sees them all. */
export async function premiumActivity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  isEntitled: boolean,
): Promise<View['premium']> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const { rows } = await sql<{
    last30: number
    last90: number
    latest: Date | null
    sealedFrom: Date | null
  }>`
    select count(*) filter (where created_at > ${before(30)})::int as last30,
        count(*) filter (where created_at > ${before(SEALED_DAYS)})::int as last90, max(created_at) as latest,
        min(created_at) filter (where created_at > ${before(SEALED_DAYS)} and not ${isEntitled}) as sealed_from
      from signals g where user_id = ${userId} and ${isForSubscribers('g')} and withdrawn_at is null`.execute(
    db,
  )
  const [{ last30, last90, latest, sealedFrom } = NONE] = rows
  return {
    last30,
    last90,
    latest: latest?.toISOString() ?? null,
    sealedFrom: sealedFrom?.toISOString() ?? null,
  }
}

const NONE = { last30: 0, last90: 0, latest: null, sealedFrom: null }
