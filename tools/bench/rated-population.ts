// Bulk-inserts authors with their entries in the log and their scores, as the log, scoring and the last rating would have left them.
import type pg from 'pg'
import { METHOD } from '#engine/scoring/method.ts'
import { symbolOf } from './scored-population.ts'

/** `active` of the authors have open positions, the others left a year ago. */
export type RatedSize = { authors: number; active: number; symbols: number }

/** An active author posts every twenty days, for days at first, and for months in the end. */
const POSTS = { active: 10, departed: 5, everyDays: 20, open: 3 }
const PART = 50_000
const AUTHOR = '00000009'
const SIGNAL = '00000008'
const sqlId = (kind: string, n: string) =>
  `('${kind}-0000-4000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`

export const openPositions = ({ active }: RatedSize): number => active * POSTS.open

/** As of the close of `day`. `active` people must exist. */
export async function addRatedAuthors(pool: pg.Pool, size: RatedSize, day: string): Promise<void> {
  const { authors, active, symbols } = size
  await pool.query(
    `insert into record_authors (author, user_id, seq)
     select ${sqlId(AUTHOR, 'n')}, case when n < $2 then ${sqlId('00000001', 'n')} end, 0 from generate_series(0, $1::int - 1) n`,
    [authors, active],
  )
  const departed = authors - active
  const names = Array.from({ length: symbols }, (_, n) => symbolOf(n))
  const entries = departed * POSTS.departed + active * POSTS.active
  for (let from = 0; from < entries; from += PART)
    await pool.query(
      `with made as (
         select n, n < ${departed * POSTS.departed} as is_old, n - ${departed * POSTS.departed} as place
           from generate_series($1::bigint, $2::bigint) n),
       named as (
         select n, is_old,
           case when is_old then ${active} + n % greatest(1, ${departed}) else place % greatest(1, ${active}) end as person,
           case when is_old then 0 else place / greatest(1, ${active}) end as round,
           case when is_old then $3::timestamptz - interval '500 days' + n * interval '200 days' / greatest(1, ${departed * POSTS.departed})
             else $3::timestamptz - interval '${POSTS.active * POSTS.everyDays} days'
               + place * interval '${POSTS.active * POSTS.everyDays} days' / ${active * POSTS.active} end as posted,
           ($4::text[])[1 + abs(hashtext('t' || n)) % ${symbols}] as ticker,
           case when abs(hashtext('s' || n)) % 4 = 0 then 'sell' else 'buy' end as side from made),
       posts as (
         select *, not is_old and round >= ${POSTS.active - POSTS.open} as is_open from named),
       stored as (
         insert into signals (id, user_id, content, signal_type, tickers, intent, time_horizon, created_at, text_salt, trade_salt)
         select ${sqlId(SIGNAL, 'n')}, ${sqlId('00000001', 'person')}, 'Position note ' || n, side, jsonb_build_array(ticker)::text,
           'watching', case when is_open then 'months' else 'days' end, posted, sha256(n::text::bytea), sha256(n::text::bytea)
           from posts where not is_old),
       scored as (
         insert into record_scores (signal_id, ticker, method, author, posted_at, status, does, side, weight, is_sample, time_horizon,
           entry_day, exit_day, exit_reason, trading_days, return, benchmark, excess, as_of)
         select ${sqlId(SIGNAL, 'n')}, ticker, ${METHOD}, ${sqlId(AUTHOR, 'person')}, posted, case when is_open then 'open' else 'closed' end,
           'opens', case side when 'buy' then 1 else -1 end, 1, false, case when is_open then 'months' else 'days' end,
           posted::date + 1, case when not is_open then posted::date + 8 end, case when not is_open then 'horizon' end, 5, 0.01, 0.005, 0.005,
           case when is_open then $3::date else posted::date + 8 end from posts)
       insert into record_entries (index, kind, signal_id, author, bytes, leaf_hash)
       select n, 'signal', ${sqlId(SIGNAL, 'n')}, ${sqlId(AUTHOR, 'person')},
         convert_to(json_build_object('author', ${sqlId(AUTHOR, 'person')}, 'kind', 'signal', 'prev', encode(sha256(n::text::bytea), 'hex'),
           'seq', round, 'signal', ${sqlId(SIGNAL, 'n')}, 'text', encode(sha256(n::text::bytea), 'hex'),
           'time', to_char(posted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'trade', json_build_object('horizon', case when is_open then 'months' else 'days' end, 'only', null, 'side', side,
             'tickers', json_build_array(ticker)), 'v', 2)::text, 'UTF8'), sha256(n::text::bytea)
         from posts`,
      [from, Math.min(entries, from + PART) - 1, `${day}T00:00:00Z`, names],
    )
  const old = departed * POSTS.departed + active * (POSTS.active - POSTS.open)
  await pool.query(
    `insert into record_checkpoints (size, note, at)
     select size, E'bench.test/log\n' || size || E'\n' || encode(sha256(size::text::bytea), 'base64') || E'\n', at::timestamptz
       from (values ($1::bigint, $3::date - ${POSTS.open * POSTS.everyDays}), ($2, $3)) as made (size, at)`,
    [old, entries, day],
  )
  await pool.query(`insert into record_scoring (entries, method, day) values ($1, ${METHOD}, $2)`, [
    entries,
    day,
  ])
}

/** Inserts the ratings that the last run would have written: `weekEnd` is the last day of its week. */
export async function addRatings(
  pool: pg.Pool,
  { authors, active }: RatedSize,
  { weekEnd, decided }: { weekEnd: string; decided: string },
): Promise<void> {
  await pool.query('delete from record_ratings; delete from record_board; delete from record_market_weeks')
  for (let from = 0; from < authors; from += PART)
    await pool.query(
      `insert into record_ratings (author, book, is_sample, as_of, since, trades, entry_days, active_days, results, filled, days, df,
         is_yearly, mean, low, high, low_year, t, p, slopes, drawdown, ended_on, is_rated, recent_mean, tickers)
       select ${sqlId(AUTHOR, 'n')}, 'open', false, $3::date - (case when n < $4 then 0 else 300 end), $3::date - 500, 5, 5, 25,
         array(select 1000 + i from generate_series(1, 28) i), array(select 50000 from generate_series(1, 28)), 140, 20, false,
         -0.01, -0.2, 0.18, -0.3, -0.1, 0.54, array[0.9, 0.1, 0, 0, 0, 0, 0], 0.05,
         case when n < $4 then null else $3::date - 300 end, false, -1, array['QAAAA', 'QAAAB', 'QAAAC', 'QAAAD', 'QAAAE']
         from generate_series($1::int, $2::int) n`,
      [from, Math.min(authors, from + PART) - 1, weekEnd, active],
    )
  const { rows } = await pool.query<{ size: number }>('select max(index) + 1 as size from record_entries')
  await pool.query(
    `insert into record_board (inputs, as_of, decided, rated, listed, family, cutoff, monkeys, monkeys_listed, day, size, rated_at)
     values ($1, $2, $3, 0, 0, $4, 0.01, 1000, 0, $2::date + 2, $5, $2::date + 2)`,
    [`massive ${METHOD} all ${weekEnd} `, weekEnd, decided, authors, rows[0]?.size],
  )
}
