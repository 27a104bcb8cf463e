// Reads what is needed to score an author's new signals about a ticker: the signals, the one before them, and
// its position.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '#engine/scoring/method.ts'
import type { Score, ScoredSignal } from '#engine/scoring/score-position.ts'
import type { DuePair } from './scores-store.ts'

/** A signal with its effect. */
export type PositionRow = ScoredSignal &
  Pick<Score, 'status' | 'reason' | 'does' | 'asOf'> & {
    of: string | null
    entryDay: string | null
    endsOn: string | null
  }
export type OpenPositionRow = PositionRow & { isFresh: boolean; isSealed: boolean; isSample: boolean }
/** `rows` are in the order of their posts. `fresh`: the rows without a score. */
export type OpenPosition = { due: DuePair; rows: OpenPositionRow[]; fresh: OpenPositionRow[] }

export const IS_FRESH = sql<boolean>`(s.does is null and s.reason is null)`

/** The pairs that have been due longest and only have new signals, except those that wait for prices. */
export async function openPositionsOf(db: Kysely<DB>, max: number): Promise<OpenPosition[]> {
  // By the primary key. By ticker and author, each row would cost as much as all of the author's rows.
  const isRow = sql`s.signal_id = d.signal_id and s.ticker = d.ticker and s.method = ${METHOD}`
  const lastOf = (book: ReturnType<typeof sql>) => sql`
    select d.*, s.signal_id from due d cross join lateral (
      select s.signal_id from record_scores s
       where s.author = d.author and s.ticker = d.ticker and s.method = ${METHOD} and not ${IS_FRESH} and ${book}
       order by s.posted_at desc, s.signal_id desc limit 1) s`
  type Row = OpenPositionRow & Omit<DuePair, 'since'>
  const { rows: due } = await sql<DuePair>`
    select ticker, author, since::text from record_due where is_posted and not is_waiting
     order by record_due.since, ticker, author limit ${max}`.execute(db)
  const { rows } = await sql<Row>`
    with due as (
      select * from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due (ticker text, author uuid)
    ), picked as (
      select d.*, s.signal_id from due d join record_scores s on s.author = d.author and s.ticker = d.ticker
        and s.method = ${METHOD} and ${IS_FRESH}
      union ${lastOf(sql`s.is_sealed`)}
      union ${lastOf(sql`not s.is_sealed`)}
    ), known as (
      select * from picked
      union
      select d.ticker, d.author, s.of_signal_id from picked d join record_scores s on ${isRow} where s.of_signal_id is not null
    )
    select d.ticker, d.author, s.signal_id, s.posted_at, s.side, s.is_sample, s.only_closes, s.time_horizon, s.is_sealed,
        s.status, s.reason, s.does, s.of_signal_id as of, s.entry_day::text, s.ends_on::text, s.as_of::text,
        ${IS_FRESH} as is_fresh
      from known d join record_scores s on ${isRow}
     order by s.posted_at, s.signal_id`.execute(db)
  const keyOf = ({ ticker, author }: Pick<DuePair, 'ticker' | 'author'>) => `${ticker} ${author}`
  const byPair = Map.groupBy(rows, keyOf)
  return due.map((pair) => {
    const own = byPair.get(keyOf(pair)) ?? []
    return { due: pair, rows: own, fresh: own.filter(({ isFresh }) => isFresh) }
  })
}

/** Makes all signals of these pairs due. */
export async function requestFullScoring(db: Kysely<DB>, pairs: readonly DuePair[]): Promise<void> {
  await sql`
    update record_due d set is_posted = false
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (ticker text, author uuid)
     where d.ticker = pair.ticker and d.author = pair.author`.execute(db)
}
