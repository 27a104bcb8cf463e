// Reads what determines the effect of an author's next signal: their last scored signal about each ticker, its
// position, and the signals since then.
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { isTradeSealed } from '#server/features/users/visibility.ts'
import { METHOD } from '#engine/scoring/method.ts'
import type { ScoredSignal } from '#engine/scoring/score-position.ts'
import { onlyCloses } from '#shared/rules/signal-details.ts'
import { IS_FRESH, type PositionRow } from './open-positions-store.ts'

/** `return`: the return of the position that the signal opened; null before its first close. */
export type ScoredRow = PositionRow & { ticker: string; isFresh: boolean; return: string | null }

/** The last scored signals in the order of the posts. Signals without prices have no effect, so they are left out. */
export async function lastScores(
  db: Kysely<DB>,
  author: string | null,
  { isSealed, tickers }: { isSealed: boolean; tickers: readonly string[] },
): Promise<ScoredRow[]> {
  if (author === null) return []
  const isInBook = sql`s.author = ${author}::uuid and s.is_sealed = ${isSealed}::boolean and s.method = ${METHOD}`
  const { rows } = await sql<ScoredRow>`
    with asked as (select unnest(${[...tickers]}::text[]) as ticker), last as (
      select a.ticker, s.* from asked a cross join lateral (
        select s.signal_id, s.of_signal_id from record_scores s
         where s.ticker = a.ticker and ${isInBook} and not ${IS_FRESH} and s.reason is distinct from 'no_prices'
         order by s.posted_at desc, s.signal_id desc limit 1) s
    ), known as (
      select ticker, signal_id from last
      union select ticker, of_signal_id from last where of_signal_id is not null
      union select a.ticker, s.signal_id from asked a join record_scores s on s.ticker = a.ticker and ${isInBook} and ${IS_FRESH}
    )
    select s.ticker, s.signal_id, s.posted_at, s.side, s.only_closes, s.time_horizon, s.status, s.reason, s.does,
        s.of_signal_id as of, s.entry_day::text, s.ends_on::text, s.as_of::text, s.return, ${IS_FRESH} as is_fresh
      from known k join record_scores s on s.signal_id = k.signal_id and s.ticker = k.ticker and s.method = ${METHOD}
     order by s.posted_at, s.signal_id`.execute(db)
  return rows
}

/** A signal that isn't logged or scored yet. This takes seconds, or a minute while many people post. */
export type WaitingSignal = ScoredSignal & { tickers: string[] }

const WAITING_MAX = 100
/** A week: far longer than logging and scoring take, even after an outage. */
const WAITING_MS = 7 * 86_400_000

/** The signals that aren't scored yet, in the order of the posts. */
export async function waitingSignals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  isSealed: boolean,
): Promise<WaitingSignal[]> {
  const rows = await db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select(['g.id', 'g.createdAt', 'g.signalType', 'g.intent', 'g.onlyCloses', 'g.timeHorizon'])
    .select(sql<string[]>`coalesce(g.tickers::jsonb, '[]')`.as('tickers'))
    .where('g.userId', '=', userId)
    .where('g.signalType', '<>', 'comment')
    .where(isTradeSealed('g', 'u'), '=', isSealed)
    .where('g.createdAt', '>', new Date(clock.now().getTime() - WAITING_MS))
    .where(
      sql<SqlBool>`not exists (select from record_scores s where s.signal_id = g.id and s.method = ${METHOD})`,
    )
    .orderBy('g.createdAt')
    .orderBy('g.id')
    .limit(WAITING_MAX)
    .execute()
  return rows.map(({ id, createdAt, signalType, tickers, timeHorizon, ...rest }) => ({
    signalId: id,
    postedAt: createdAt,
    side: signalType === 'sell' ? -1 : 1,
    onlyCloses: onlyCloses(rest),
    timeHorizon,
    tickers,
  }))
}

export const authorOf = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<string | null> =>
  (await db.selectFrom('recordAuthors').select('author').where('userId', '=', userId).executeTakeFirst())
    ?.author ?? null

export const isPublic = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<boolean> =>
  (await db.selectFrom('users').select('isPublic').where('id', '=', userId).executeTakeFirst())?.isPublic ??
  true
