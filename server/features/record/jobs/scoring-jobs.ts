// The jobs that keep scores up to date: after a post, after each close, and after a correction.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { lastClosedDay } from '#engine/market/exchange-days.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { fetchMissing } from '#server/market/fetch-missing.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { CORRECTED_DAYS, lastSettledDay } from '#server/market/series.ts'
import { enqueueRankings } from '../score/rankings-queue.ts'
import { CASH } from '#engine/rating/method.ts'
import { isRatingDue } from '../rate/rating-due.ts'
import { fundSeries } from '../rate/rating-input.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { markCorrectedDue } from '../score/mark-corrected-due.ts'
import { seriesOf } from '../score/needed-series.ts'
import { namesOf } from '../score/read-market.ts'
import { scoreInThread, type ThreadNeeds } from './score-in-thread.ts'
import {
  enqueueFetch,
  type Instruments,
  isSmallBacklog,
  readBacklog,
  scoreNewSignals,
} from './score-slice.ts'
import { setWaiting } from '../score/scores-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** Soon scores the log entries that have no score yet. Repeated requests make one job. */
export const requestScoring = async ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  await enqueue(db, 'score_signals', {}, { key: 'score_signals', queue: 'scores' })

/** A new signal is pending until the next close anyway, so a busy server doesn't need to score after each one. */
const AFTER_POSTS_MS = 30_000

/** Returns a function that requests scoring at once, and during a burst of calls every 30 seconds. */
export function scoringAfterPosts({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<void> {
  let nextMs = 0
  return async () => {
    const nowMs = clock.now().getTime()
    const runAt = new Date(Math.max(nowMs, nextMs))
    if (nowMs >= nextMs) nextMs = nowMs + AFTER_POSTS_MS
    await enqueue(db, 'score_signals', {}, { key: 'score_signals', queue: 'scores', runAt })
  }
}

/**
 * Takes new log entries, scores what is due and ranks authors: a few new signals in this process, everything else in a
 * thread. Enqueues itself again while there is more, or if the server stops (`stopping`). Signals posted in the
 * meantime request scoring themselves.
 */
export async function scoreSignals(
  deps: Needs & ThreadNeeds,
  instruments: Instruments,
  stopping?: AbortSignal,
): Promise<void> {
  await countOpened(deps)
  const backlog = await readBacklog(deps)
  if (isSmallBacklog(backlog)) await scoreNewSignals(deps, instruments)
  const { hasOtherWork } = isSmallBacklog(backlog) ? await readBacklog(deps) : { hasOtherWork: true }
  if (hasOtherWork && !(await scoreInThread(deps, stopping))) await requestScoring(deps)
}

/**
 * Fetches the series that a ticker's scores are missing, and scores it. Throws if the provider fails: the
 * queue retries.
 */
export async function fetchScorePrices(deps: Needs, ticker: string): Promise<void> {
  const { db, market } = deps
  if (ticker === CASH) return await fetchFunds(deps)
  const first = await db
    .selectFrom('recordScores')
    .select('postedAt')
    .where('ticker', '=', ticker)
    .where('method', '=', METHOD)
    .orderBy('postedAt')
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  if (!market.isSample) {
    const symbols = ((await namesOf(deps, [ticker])).get(ticker) ?? []).map(({ symbol }) => symbol)
    const rest = await fetchMissing(deps, async () => seriesOf(symbols, first.postedAt))
    if (!rest.isDone) return await enqueueFetch(deps, ticker, rest.runAt)
  }
  await setWaiting(db, ticker, false)
  await requestScoring(deps)
}

/** Fetches the prices of T-bills and the index funds for the ratings, which also need them when nobody trades them. */
async function fetchFunds(deps: Needs): Promise<void> {
  const rest = await fetchMissing(deps, () => fundSeries(deps))
  if (!rest.isDone) return await enqueueFetch(deps, CASH, rest.runAt)
  await setWaiting(deps.db, CASH, false)
  await requestScoring(deps)
}

/**
 * After each close, fetches the index funds, and makes all open and pending positions due. Retries tickers that had no
 * prices, and signals that were scored with sample prices once there are real ones. The closes of a recently ended
 * position may be corrected, so it is due unless an open position in the ticker has the prices fetched anyway. Also
 * checks for corrections and for trades that count from now on. Does nothing on a server where scoring was never
 * requested.
 */
export async function sweepScores(deps: Needs): Promise<void> {
  const { db, clock, market } = deps
  const now = clock.now()
  const lastDay = market.isSample ? lastClosedDay(now) : lastSettledDay(now)
  const isNew = await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update record_scoring set day = ${lastDay}::date where day is distinct from ${lastDay}::date returning day`.execute(
      trx,
    )
    if (rows.length === 0) return false
    await sql`
      with candidates as (
        select ticker, author, status = 'closed' and is_sample = ${market.isSample}::boolean as has_ended from record_scores
         where method = ${METHOD} and (status in ('pending', 'open') or reason = 'no_prices'
           or (is_sample <> ${market.isSample} and status <> 'unscored')
           or (not is_sample and exit_day >= ${dayOf(dayNumber(lastDay) - CORRECTED_DAYS)}::date))
      ), held as (
        select distinct ticker from record_scores where method = ${METHOD} and status in ('pending', 'open')
      )
      insert into record_due (ticker, author, since)
      select distinct ticker, author, ${now}::timestamptz from candidates left join held using (ticker)
       where not has_ended or held.ticker is null
      on conflict (ticker, author) do update set since = excluded.since, is_waiting = false, is_posted = false`.execute(
      trx,
    )
    return true
  })
  if (isNew && !market.isSample) await enqueueFetch(deps, CASH)
  const isCorrected = await markCorrectedDue(deps)
  const isMoreCounted = await countOpened(deps)
  if (isNew || isCorrected || isMoreCounted || (await isRatingDue(deps))) await requestScoring(deps)
}

/**
 * Counts sealed trades in the figures for everybody after 90 days, once the log has opened them. True if there were
 * any.
 */
async function countOpened({ db, clock }: Needs): Promise<boolean> {
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ author: string }>`
      with counted as (
        update record_trades set is_counted = true where not is_counted and opens_at <= ${now} and opened is not null
        returning signal_id
      )
      select distinct s.author from counted join record_scores s using (signal_id) where s.method = ${METHOD}`.execute(
      trx,
    )
    const authors = rows.map(({ author }) => author)
    await enqueueRankings(trx, authors, { since: now, isPosted: false })
    return authors.length > 0
  })
}
