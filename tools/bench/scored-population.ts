// Bulk-inserts two years of prices and signals that wait to be scored, as the log and a provider would have left them.
import type pg from 'pg'
import { BENCHMARK } from '#engine/market/prices.ts'
import { CASH, FUNDS } from '#engine/rating/method.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { idOf, personId } from './population.ts'

/** Signals are from the last year, so that borrowing costs can be estimated from the days before. */
const SIGNAL_DAYS = 365
const KEPT_DAYS = SIGNAL_DAYS + 400

/** Five letters, all different. */
export const symbolOf = (n: number) =>
  `Q${[17_576, 676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(n / unit) % 26))).join('')}`
const AUTHOR = 9
const SIGNAL = 8

/**
 * Closes of each exchange day from the first one that scoring needs, quarterly dividends, and a split in
 * every 20th share.
 */
export async function addPrices(
  pool: pg.Pool,
  { symbols, upTo, from }: { symbols: number; upTo: string; from?: string },
): Promise<void> {
  const first = `${dayOf(dayNumber(upTo) - KEPT_DAYS - 10).slice(0, 4)}-01-01`
  const names = [
    ...new Set<string>([BENCHMARK, ...FUNDS, CASH]),
    ...Array.from({ length: symbols }, (_, n) => symbolOf(n)),
  ]
  const days = exchangeDays(from ?? first, upTo)
  for (let at = 0; at < names.length; at += 500)
    await pool.query(
      `insert into market_closes (symbol, day, close, volume, source)
       select symbol, day,
         round((20 + abs(hashtext(symbol)) % 200) * exp(0.3 * sin(extract(epoch from day) / 5e6 + abs(hashtext(symbol)) % 7)
           + (hashtext(symbol || day)::float8 / 2147483648) * 0.02)::numeric, 2), 100000 + abs(hashtext(symbol || day)) % 900000, 'massive'
       from unnest($1::text[]) symbol, unnest($2::date[]) day`,
      [names.slice(at, at + 500), days],
    )
  if (from !== undefined) return
  await pool.query(
    `insert into market_series (kind, symbol, from_day, to_day, tried_at)
     select kind, symbol, $2::date, $3::date, now()
       from unnest($1::text[]) symbol, unnest(array['closes', 'splits', 'dividends']) kind`,
    [names, first, upTo],
  )
  await pool.query(
    `insert into market_dividends (symbol, ex_day, amount, currency, source)
     select symbol, day, 0.25, 'USD', 'massive' from unnest($1::text[]) with ordinality as name (symbol, n), unnest($2::date[])
       with ordinality as exchange (day, place) where (place + n) % 63 = 0`,
    [names, days],
  )
  await pool.query(
    `insert into market_splits (symbol, day, ratio, source)
     select symbol, ($2::date[])[1 + n % array_length($2::date[], 1)], 2, 'massive'
       from unnest($1::text[]) with ordinality as name (symbol, n) where n % 20 = 7`,
    [names, days],
  )
  await pool.query(
    `insert into market_instruments (symbol, name, source, fetched_at) select symbol, symbol, 'massive', now() from unnest($1::text[]) symbol
     on conflict do nothing`,
    [names],
  )
}

/** As taken from the log: a row per signal in `record_scores`, and the due pairs. */
export async function addScoredSignals(
  pool: pg.Pool,
  { signals, symbols, authors, upTo }: { signals: number; symbols: number; authors: number; upTo: string },
): Promise<void> {
  const at = (kind: number, n: string) =>
    `('${idOf(kind, 0).slice(0, 24)}' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
  await pool.query(`insert into record_scoring (entries, method) values (0, $1) on conflict do nothing`, [
    METHOD,
  ])
  await pool.query(
    `insert into record_authors (author, user_id, seq)
     select ${at(AUTHOR, 'n')}, ('${personId(0).slice(0, 24)}' || lpad(to_hex(n), 12, '0'))::uuid, 0 from generate_series(0, $1::int - 1) n`,
    [authors],
  )
  for (let from = 0; from < signals; from += 50_000)
    await pool.query(
      `with made as (
         select n, n % $4::int as person, ($5::text[])[1 + abs(hashtext('t' || n)) % $3::int] as ticker,
           case when abs(hashtext('s' || n)) % 4 = 0 then 'sell' else 'buy' end as type,
           (array['days', 'weeks', 'months', 'years', null])[1 + abs(hashtext('h' || n)) % 5] as horizon,
           ($6::date - abs(hashtext('d' || n)) % ${SIGNAL_DAYS})::timestamp at time zone 'UTC'
             + (abs(hashtext('m' || n)) % 86400) * interval '1 second' as posted
         from generate_series($1::int, $2::int) n),
       stored as (
         insert into signals (id, user_id, content, signal_type, tickers, intent, time_horizon, created_at, text_salt, trade_salt)
         select ${at(SIGNAL, 'n')}, ('${personId(0).slice(0, 24)}' || lpad(to_hex(person), 12, '0'))::uuid, 'Position note ' || n,
           type, jsonb_build_array(ticker)::text, 'watching', horizon, posted, sha256(n::text::bytea), sha256(n::text::bytea) from made),
       scored as (
         insert into record_scores (signal_id, ticker, method, author, posted_at, status, side, weight, is_sample, time_horizon)
         select ${at(SIGNAL, 'n')}, ticker, ${METHOD}, ${at(AUTHOR, 'person')}, posted, 'pending', case type when 'buy' then 1 else -1 end, 1, false, horizon
           from made)
       insert into record_due (ticker, author, since) select ticker, ${at(AUTHOR, 'person')}, now() from made on conflict do nothing`,
      [
        from,
        Math.min(signals, from + 50_000) - 1,
        symbols,
        authors,
        Array.from({ length: symbols }, (_, n) => symbolOf(n)),
        upTo,
      ],
    )
}
