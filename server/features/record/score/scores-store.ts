// Reads the signals whose scores are due, and saves the scores.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { isTradeShut } from '#server/features/users/visibility.ts'
import { enqueueRanking } from '../rank/compute-record.ts'
import type { Cause } from './inputs-store.ts'
import { METHOD } from './method.ts'
import type { Score, ScoredSignal } from './score-position.ts'

type Connection = Kysely<DB> | Transaction<DB>

/** The authors whose signals about a ticker are due, each since an instant. */
export type DueTicker = { ticker: string; authors: { author: string; since: string }[] }

/** The tickers that have been due longest, without those that wait for prices. */
export async function dueTickers(db: Connection, limit: number): Promise<DueTicker[]> {
  const { rows } = await sql<DueTicker>`
    select ticker, jsonb_agg(jsonb_build_object('author', author, 'since', since::text)) as authors
      from record_due where not is_waiting group by ticker order by min(since), ticker limit ${limit}`.execute(
    db,
  )
  return rows
}

export const isAnyDue = async (db: Connection): Promise<boolean> =>
  (await db
    .selectFrom('recordDue')
    .select('ticker')
    .where('isWaiting', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A signal with what its row says so far. */
export type KnownScore = ScoredSignal & {
  ticker: string
  author: string
  /** A premium trade that the log hasn't opened yet. */
  isSealed: boolean
  isSample: boolean
  scoredAt: Date
  entryDay: string | null
  exitDay: string | null
  asOf: string | null
  return: string | null
  benchmark: string | null
  excess: string | null
}

/** All buys and sells of the authors about one ticker, in the order of their posts. */
export async function signalsOf(db: Connection, { ticker, authors }: DueTicker): Promise<KnownScore[]> {
  const { rows } = await sql<KnownScore>`
    select s.signal_id, s.ticker, s.author, s.posted_at, s.side, s.is_sample, s.scored_at, s.entry_day::text as entry_day,
      s.exit_day::text as exit_day, s.as_of::text as as_of, s.return, s.benchmark, s.excess, g.intent, g.time_horizon,
      ${isTradeShut('g', 't')} as is_sealed
      from record_scores s join signals g on g.id = s.signal_id left join record_trades t on t.signal_id = s.signal_id
     where s.ticker = ${ticker} and s.method = ${METHOD} and s.author = any(${authors.map(({ author }) => author)}::uuid[])
     order by s.posted_at, s.signal_id`.execute(db)
  return rows
}

export type Restatement = { signalId: string; reason: string; causes: readonly Cause[] }
export type Scored = {
  due: DueTicker
  scores: Score[]
  /** Those that differ if sealed trades are left out. */
  publicScores: Score[]
  restated: Restatement[]
}

/** Columns that a score sets, with their types. */
const COLUMNS = {
  status: 'text',
  reason: 'text',
  does: 'text',
  of_signal_id: 'uuid',
  beta: 'numeric',
  tilt: 'numeric',
  entry_day: 'date',
  entry_close: 'numeric',
  last_close: 'numeric',
  exit_day: 'date',
  exit_reason: 'text',
  ends_on: 'date',
  trading_days: 'integer',
  return: 'numeric',
  benchmark: 'numeric',
  excess: 'numeric',
  as_of: 'date',
  is_thin: 'boolean',
  is_sample: 'boolean',
}
const NAMES = Object.keys(COLUMNS)
const columns = (alias: string) => sql.raw(NAMES.map((name) => `${alias}.${name}`).join(', '))

const rowsOf = (scores: readonly Score[], isSample: boolean) => sql`
  jsonb_to_recordset(${JSON.stringify(scores.map((score) => rowOf(score, isSample)))}::jsonb) as new
    (signal_id uuid, ${sql.raw(
      Object.entries(COLUMNS)
        .map((column) => column.join(' '))
        .join(', '),
    )})`

const rowOf = (score: Score, isSample: boolean) =>
  Object.fromEntries(
    Object.entries({ ...score, isSample }).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** Saves the scores of one ticker in one transaction. Rows that stay the same aren't written. */
export async function saveScores(
  db: Kysely<DB>,
  { due: { ticker, authors }, scores, publicScores, restated }: Scored,
  { now, isSample }: { now: Date; isSample: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (restated.length > 0)
      await sql`
        insert into record_restatements
          (signal_id, ticker, method, restated_at, reason, causes, as_of, entry_day, return, benchmark, excess)
        select s.signal_id, s.ticker, s.method, ${now}, new.reason, new.causes, s.as_of, s.entry_day, s.return, s.benchmark, s.excess
          from jsonb_to_recordset(${JSON.stringify(restated)}::jsonb) as new ("signalId" uuid, reason text, causes jsonb)
          join record_scores s on s.signal_id = new."signalId" and s.ticker = ${ticker} and s.method = ${METHOD}
        on conflict do nothing`.execute(trx)
    await sql`
      update record_scores s set (${sql.raw(NAMES.join(', '))}, scored_at) = row(${columns('new')}, ${now}::timestamptz)
        from ${rowsOf(scores, isSample)}
       where s.signal_id = new.signal_id and s.ticker = ${ticker} and s.method = ${METHOD}
         and (${columns('s')}) is distinct from (${columns('new')})`.execute(trx)
    const owners = authors.map(({ author }) => author)
    await sql`delete from record_public_scores where ticker = ${ticker} and author = any(${owners}::uuid[])`.execute(
      trx,
    )
    if (publicScores.length > 0)
      await sql`
        insert into record_public_scores
          (signal_id, ticker, method, author, posted_at, side, weight, scored_at, ${sql.raw(NAMES.join(', '))})
        select s.signal_id, s.ticker, s.method, s.author, s.posted_at, s.side, s.weight, ${now}, ${columns('new')}
          from ${rowsOf(publicScores, isSample)}
          join record_scores s on s.signal_id = new.signal_id and s.ticker = ${ticker} and s.method = ${METHOD}`.execute(
        trx,
      )
    // What became due again meanwhile stays.
    await sql`
      delete from record_due d using jsonb_to_recordset(${JSON.stringify(authors)}::jsonb) as done (author uuid, since timestamptz)
       where d.ticker = ${ticker} and d.author = done.author and d.since = done.since`.execute(trx)
    for (const author of owners) await enqueueRanking(trx, author)
  })
}

/** The tickers' prices are being fetched, or have arrived. */
export async function setWaiting(db: Connection, ticker: string, isWaiting: boolean): Promise<void> {
  await db.updateTable('recordDue').set({ isWaiting }).where('ticker', '=', ticker).execute()
}
