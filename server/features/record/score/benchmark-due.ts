// Makes positions of every share due after the benchmark's closes were corrected.
import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** With a thousand rows for each ticker, a statement takes about half a second. */
const TICKERS_AT_ONCE = 200

/**
 * Makes authors' positions due whose scores `s` meet the condition. A million authors have millions of scores, so each
 * statement reads those of some tickers. Returns how many pairs of a ticker and an author are due.
 */
export async function makeAllDue(
  trx: Transaction<DB>,
  { now, where }: { now: Date; where: RawBuilder<SqlBool> },
): Promise<number> {
  let due = 0
  for (let tickers = await nextTickers(trx, ''); tickers.length > 0;) {
    const { numAffectedRows = 0n } = await sql`
      insert into record_due (ticker, author, since)
      select distinct s.ticker, s.author, ${now}::timestamptz from record_scores s
       where s.ticker = any(${tickers}::text[]) and s.method = ${METHOD} and ${where}
       order by s.ticker, s.author
      on conflict (ticker, author) do update set since = excluded.since, is_waiting = false, is_posted = false`.execute(
      trx,
    )
    due += Number(numAffectedRows)
    tickers = await nextTickers(trx, tickers.at(-1) ?? '')
  }
  return due
}

/** One look-up in the index for each ticker, whose rows aren't read. */
async function nextTickers(trx: Transaction<DB>, after: string): Promise<string[]> {
  const { rows } = await sql<{ ticker: string }>`
    with recursive tickers as (
      (select ticker, 1 as place from record_scores where ticker > ${after} order by ticker limit 1)
      union all
      select next.ticker, place + 1 from tickers t cross join lateral (
        select s.ticker from record_scores s where s.ticker > t.ticker order by s.ticker limit 1) next
       where place < ${TICKERS_AT_ONCE}
    )
    select ticker from tickers order by ticker`.execute(trx)
  return rows.map(({ ticker }) => ticker)
}
