// Scoring in slices: takes new log entries, scores what is due, and ranks authors.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Instrument } from '#server/adapters/market/port.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { rankDue } from '../rank/rankings-due.ts'
import { rateRecords } from '../rate/rate-due.ts'
import { isRatingDue } from '../rate/rating-due.ts'
import { appendPosted } from '../score/append-posted.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { openBenchmarks, type ScoringTools } from '../score/read-batch.ts'
import { scoreDue } from '../score/score-due.ts'
import { takeLogged } from '../score/take-logged.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
export type Instruments = () => Promise<readonly Pick<Instrument, 'symbol'>[]>

/** Up to this many new signals are scored in the server's process, which takes a few milliseconds (measured). */
const SMALL_BACKLOG_MAX = 100
const PAIRS_MAX = 500
/** Ratings are made in longer slices, because each reads the prices of all tickers. */
const RATING_MS = 300_000
/** Large enough that queries cost little (measured). */
const AUTHORS_MAX = 200

export type Backlog = {
  /** Log entries that weren't taken yet. */
  logged: number
  /** New signals, counted up to one more than the limit for a small backlog. */
  newSignals: number
  /** Authors for whom only the number of signals changed. */
  counts: number
  /** Whether other work is due. */
  hasOtherWork: boolean
}

export async function readBacklog(deps: Needs): Promise<Backlog> {
  const { db } = deps
  const { rows } = await sql<Backlog>`
    select (select coalesce(max(index) + 1, 0) from record_entries)::int
        - coalesce((select entries from record_scoring where method = ${METHOD}), 0)::int as logged,
      (select count(*) from (
        select from record_due d join record_scores s on s.ticker = d.ticker and s.author = d.author and s.method = ${METHOD}
         where d.is_posted and not d.is_waiting and s.does is null and s.reason is null limit ${SMALL_BACKLOG_MAX + 1}) new)::int as new_signals,
      (select count(*) from record_rankings_due where is_posted)::int as counts,
      exists (select from record_due where not is_posted and not is_waiting)
        or exists (select from record_rankings_due where not is_posted) as has_other_work`.execute(db)
  const [backlog = { logged: 0, newSignals: 0, counts: 0, hasOtherWork: false }] = rows
  return { ...backlog, hasOtherWork: backlog.hasOtherWork || (await isRatingDue(deps)) }
}

/** Whether there are only new signals, and few of them. */
export const isSmallBacklog = ({ logged, newSignals, counts, hasOtherWork }: Backlog): boolean =>
  !hasOtherWork && logged + newSignals + counts <= SMALL_BACKLOG_MAX

/** Scores new signals, provided that nothing else changes. */
export async function scoreNewSignals(deps: Needs, instruments: Instruments): Promise<void> {
  await takeLogged(deps)
  await appendPosted(deps, await openTools(deps, instruments), SMALL_BACKLOG_MAX)
  await rankDue(deps, { max: SMALL_BACKLOG_MAX, onlyPosted: true })
}

/**
 * Scores for about `maxMs`. True if nothing is left. Records are counted after all scores, and rated last. Can be
 * killed at any moment, because work that isn't saved stays due.
 */
export async function scoreSlice(deps: Needs, instruments: Instruments, maxMs: number): Promise<boolean> {
  const { clock } = deps
  const start = clock.elapsedMs()
  const tools = await openTools(deps, instruments)
  while (clock.elapsedMs() - start < maxMs) {
    const moreLogged = await takeLogged(deps)
    const posted = await appendPosted(deps, tools, PAIRS_MAX)
    const scored = await scoreDue(deps, tools)
    const counted = moreLogged || scored > 0 ? 0 : await rankDue(deps, { max: AUTHORS_MAX })
    if (moreLogged || posted + scored + counted > 0) continue
    return !(await isRatingDue(deps)) || (await rateRecords(deps, RATING_MS))
  }
  return false
}

async function openTools(deps: Needs, instruments: Instruments): Promise<ScoringTools> {
  const known = new Set((await instruments()).map(({ symbol }) => symbol))
  return {
    isKnown: (symbol) => known.has(symbol),
    requestPrices: (ticker) => enqueueFetch(deps, ticker),
    benchmarks: openBenchmarks(deps),
  }
}

/** Fetches the series that a ticker's scores are missing. */
export const enqueueFetch = ({ db }: Pick<Deps, 'db'>, ticker: string, runAt?: Date): Promise<void> =>
  enqueue(
    db,
    'fetch_score_prices',
    { ticker },
    { key: `fetch_score_prices ${ticker}`, queue: 'market', ...(runAt && { runAt }) },
  )
