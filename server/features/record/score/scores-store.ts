// Reads the signals whose scores are due, and saves the scores.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { addOutcomeAlerts } from '#server/alerts/add-alerts.ts'
import { enqueueRankings } from './rankings-queue.ts'
import { METHOD } from '#engine/scoring/method.ts'
import type { KnownScore } from '#engine/scoring/compare-scores.ts'
import type { OfTicker, TickerScores } from '#engine/scoring/score-tickers.ts'
import type { Score } from '#engine/scoring/score-position.ts'

type Connection = Kysely<DB> | Transaction<DB>

/** An author whose signals about a ticker are due, and since when. */
export type DuePair = { ticker: string; author: string; since: string }
/** A ticker with all authors who are due. */
export type DueTicker = { ticker: string; authors: DuePair[] }

/**
 * Some due tickers, with at most `max` authors, except those that wait for prices or only have new signals. Sorted by
 * name, because sorting a million rows for each few tickers takes too long. Scoring only pauses when all are done.
 */
export async function dueTickers(
  db: Connection,
  { tickersMax, authorsMax }: { tickersMax: number; authorsMax: number },
): Promise<DueTicker[]> {
  const isDue = sql`not is_waiting and not is_posted`
  const { rows } = await sql<DuePair>`
    with recursive tickers as (
      (select ticker, 1 as place from record_due where ${isDue} order by ticker limit 1)
      union all
      select next.ticker, place + 1 from tickers t cross join lateral (
        select d.ticker from record_due d where d.ticker > t.ticker and ${isDue} order by d.ticker limit 1) next
       where place < ${tickersMax}
    )
    select ticker, author, since::text from record_due d join tickers using (ticker) where ${isDue}
     order by ticker, author limit ${authorsMax}`.execute(db)
  return [...Map.groupBy(rows, ({ ticker }) => ticker)].map(([ticker, authors]) => ({ ticker, authors }))
}

/** All buys and sells of the authors about their tickers, in the order of their posts. */
export async function signalsOf(db: Connection, due: readonly DueTicker[]): Promise<KnownScore[]> {
  const pairs = due.flatMap(({ ticker, authors }) => authors.map(({ author }) => ({ ticker, author })))
  const { rows } = await sql<KnownScore>`
    select s.signal_id, s.ticker, s.author, s.posted_at, s.side, s.is_sample, s.scored_at, s.entry_day::text as entry_day,
      s.exit_day::text as exit_day, s.as_of::text as as_of, s.return, s.benchmark, s.excess,
      s.only_closes, s.time_horizon, s.is_sealed, t.signal_id is not null and t.opened is null and t.ended_at is null as may_end
      from unnest(${pairs.map(({ ticker }) => ticker)}::text[], ${pairs.map(({ author }) => author)}::uuid[]) as due (ticker, author)
      join record_scores s using (ticker, author)
      left join record_trades t on s.is_sealed and t.signal_id = s.signal_id
     where s.method = ${METHOD} order by s.posted_at, s.signal_id`.execute(db)
  return rows
}

export type Scored = TickerScores & {
  done: readonly DuePair[]
  /** Only new signals were scored, so all other rows stay. */
  isPosted: boolean
}

/** Columns that a score sets, with their types. */
const COLUMNS = {
  status: 'text',
  reason: 'text',
  does: 'text',
  of_signal_id: 'uuid',
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

type Value = string | number | boolean | null | undefined

/**
 * The scores as a table `new`: one array per column, of texts without spaces. Building the rows from JSON takes the
 * database twice as long.
 */
function rowsOf(scores: readonly OfTicker<Score>[], isSample: boolean) {
  const rows = scores.map((score): Record<string, Value> => ({ ...score, isSample }))
  const arrays = FIELDS.map(([, field, type]) => {
    const values = rows.map((row) => row[field] ?? '').join(' ')
    return sql`string_to_array(${values}, ' ', '')::${sql.raw(type)}[]`
  })
  return sql`unnest(${sql.join(arrays)}) as new (${sql.raw(FIELDS.map(([column]) => column).join(', '))})`
}

const camelCase = (column: string) => column.replaceAll(/_[a-z]/g, (match) => match.slice(1).toUpperCase())
const FIELDS = Object.entries({ signal_id: 'uuid', ticker: 'text', ...COLUMNS }).map(
  ([column, type]) => [column, camelCase(column), type] as const,
)
const isRowOf = (alias: string, other: string) =>
  sql.raw(
    `${alias}.signal_id = ${other}.signal_id and ${alias}.ticker = ${other}.ticker and ${alias}.method = ${METHOD}`,
  )

/** Saves scores in one transaction, and makes their authors' records due. Unchanged rows aren't written. */
export async function saveScores(
  db: Kysely<DB>,
  { done, scores, restated, ended, isPosted }: Scored,
  { now, isSample }: { now: Date; isSample: boolean },
): Promise<void> {
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as done (ticker text, author uuid, since timestamptz)`
  await db.transaction().execute(async (trx) => {
    if (restated.length > 0)
      await sql`
        insert into record_restatements
          (signal_id, ticker, method, restated_at, reason, causes, as_of, entry_day, return, benchmark, excess)
        select s.signal_id, s.ticker, s.method, ${now}, new.reason, new.causes, s.as_of, s.entry_day, s.return, s.benchmark, s.excess
          from jsonb_to_recordset(${JSON.stringify(restated.map(({ signalId, ...row }) => ({ signal_id: signalId, ...row })))}::jsonb)
            as new (signal_id uuid, ticker text, reason text, causes jsonb)
          join record_scores s on ${isRowOf('s', 'new')}
        on conflict do nothing`.execute(trx)
    const closing = await closingNow(trx, scores, { now, isSample })
    await sql`
      update record_scores s set (${sql.raw(NAMES.join(', '))}, scored_at) = row(${columns('new')}, ${now}::timestamptz)
        from ${rowsOf(scores, isSample)}
       where ${isRowOf('s', 'new')} and (${columns('s')}) is distinct from (${columns('new')})`.execute(trx)
    if (ended.length > 0) await endTrades(trx, ended, now)
    await addOutcomeAlerts(trx, now, closing)
    // Pairs that became due again in the meantime stay due.
    await sql`
      delete from record_due d using ${pairs}
       where d.ticker = done.ticker and d.author = done.author and d.since = done.since and d.is_posted = ${isPosted}`.execute(
      trx,
    )
    const authors = [...new Set(done.map(({ author }) => author))]
    await enqueueRankings(trx, authors, { since: now, isPosted })
  })
}

/** If a position closed longer ago, it is scored late, as on the first run, and nobody is alerted. */
const NEWS_DAYS = 7

/**
 * The signals that have a position that closes with these scores, and none that stays open. Call it before they are
 * saved.
 */
async function closingNow(
  trx: Transaction<DB>,
  scores: readonly OfTicker<Score>[],
  { now, isSample }: { now: Date; isSample: boolean },
): Promise<string[]> {
  const closed = scores.filter(
    ({ status, does, exitDay }) =>
      status === 'closed' &&
      does === 'opens' &&
      exitDay !== undefined &&
      exitDay !== null &&
      isNews(exitDay, now),
  )
  if (closed.length === 0) return []
  const { rows } = await sql<{ signalId: string }>`
    select distinct s.signal_id from record_scores s join ${rowsOf(closed, isSample)} on ${isRowOf('s', 'new')}
     where s.status <> 'closed' and not exists (
       select from record_scores other where other.signal_id = s.signal_id and other.method = ${METHOD}
         and other.ticker <> s.ticker and other.status in ('open', 'pending')
         and (other.signal_id, other.ticker) not in (select signal_id, ticker from ${rowsOf(closed, isSample)}))`.execute(
    trx,
  )
  return rows.map(({ signalId }) => signalId)
}

const isNews = (exitDay: string, now: Date) => now.getTime() - Date.parse(exitDay) < NEWS_DAYS * 86_400_000

/**
 * Marks the trades of these signals as ended if none of their positions is open or pending. The log then opens them.
 * The rows are locked first: if two transactions end the last positions of one trade, the second sees the first one's
 * result.
 */
async function endTrades(trx: Transaction<DB>, signalIds: readonly string[], now: Date): Promise<void> {
  await trx
    .selectFrom('recordTrades')
    .select('signalId')
    .where('signalId', 'in', signalIds)
    .orderBy('signalId')
    .forUpdate()
    .execute()
  await sql`
    update record_trades t set ended_at = ${now}
     where t.signal_id = any(${signalIds}::uuid[]) and t.opened is null and t.ended_at is null
       and not exists (
         select from record_scores s left join record_scores opener
             on opener.signal_id = s.of_signal_id and opener.ticker = s.ticker and opener.method = s.method
          where s.signal_id = t.signal_id and s.method = ${METHOD} and s.status <> 'unscored'
            and case s.status when 'linked' then opener.status else s.status end is distinct from 'closed')`.execute(
    trx,
  )
}

/** Sets whether a ticker waits for its prices to be fetched. */
export async function setWaiting(db: Connection, ticker: string, isWaiting: boolean): Promise<void> {
  await db.updateTable('recordDue').set({ isWaiting }).where('ticker', '=', ticker).execute()
}
