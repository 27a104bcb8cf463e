// Keeps the closes, dividends and splits that scores are calculated from. A correction is a new version.
import { Decimal } from 'decimal.js'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import { utcDay } from '#shared/rules/dates.ts'
import type { CAUSES } from '#shared/contracts/scores.ts'
import type { DayInput } from './day-inputs.ts'
import { METHOD } from './method.ts'
import { readInputs } from './read-market.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
type Connection = Kysely<DB> | Transaction<DB>

/** The second benchmark, for `tilt`. */
export const SECOND_BENCHMARK = 'QQQ'
const BENCHMARKS = [BENCHMARK, SECOND_BENCHMARK]
/** A close before the first day is needed for what was paid or split on it. */
const DAYS_BEFORE = 30

/** Sample inputs never mix with real ones. */
const isOfMarket = (isSample: boolean) => sql<boolean>`(source = 'simulated') = ${isSample}`

/**
 * Reads what the market knows of a symbol from one day to another, stores what is new or changed, and returns it. If a stored
 * input changed, all positions that were calculated from it become due.
 */
export async function refreshInputs(
  deps: Needs,
  symbol: string,
  { from, lastDay }: { from: string; lastDay: string },
  exchangeDays: ReadonlySet<string>,
): Promise<DayInput[]> {
  const { db, clock, market } = deps
  const now = clock.now()
  const start = dayOf(dayNumber(from) - DAYS_BEFORE)
  // The sample market keeps its days for the last day that was asked for, and portfolios ask for today.
  const to = utcDay(now)
  const inputs = (await readInputs(deps, symbol, { from: start, to }, exchangeDays)).filter(
    ({ day }) => day >= from && day <= lastDay,
  )
  const stored = new Map(
    (await storedInputs(db, [symbol], { from, to: lastDay, isSample: market.isSample })).map((one) => [
      one.day,
      one,
    ]),
  )
  const changed = inputs.filter((input) => !isSame(input, stored.get(input.day)))
  if (changed.length > 0)
    await db.transaction().execute(async (trx) => {
      await insertInputs(trx, symbol, changed, { source: market.name, at: now })
      const corrected = changed.find(({ day }) => stored.has(day))
      if (corrected) await recalculateFrom(trx, symbol, corrected.day, now)
    })
  return inputs
}

const isSame = (a: DayInput, b: DayInput | undefined) =>
  b !== undefined &&
  a.close.equals(b.close) &&
  a.dividend.equals(b.dividend) &&
  a.ratio.equals(b.ratio) &&
  a.isFinal === b.isFinal

async function insertInputs(
  trx: Transaction<DB>,
  symbol: string,
  inputs: readonly DayInput[],
  { source, at }: { source: string; at: Date },
): Promise<void> {
  const column = (key: 'close' | 'dividend' | 'ratio') => inputs.map((input) => input[key].toFixed())
  await sql`
    insert into record_inputs (symbol, day, version, close, dividend, ratio, is_final, source, stored_at)
    select ${symbol}, new.day,
      coalesce((select max(version) + 1 from record_inputs i where i.symbol = ${symbol} and i.day = new.day), 0),
      new.close, new.dividend, new.ratio, new.is_final, ${source}, ${at}
    from unnest(${inputs.map(({ day }) => day)}::date[], ${column('close')}::numeric[], ${column('dividend')}::numeric[],
      ${column('ratio')}::numeric[], ${inputs.map(({ isFinal }) => isFinal)}::boolean[])
      as new (day, close, dividend, ratio, is_final)`.execute(trx)
}

/** A benchmark is in everybody's figures. */
async function recalculateFrom(trx: Transaction<DB>, symbol: string, day: string, now: Date): Promise<void> {
  const isOfSymbol = BENCHMARKS.includes(symbol) ? sql`true` : sql`ticker = ${symbol}`
  await sql`
    insert into record_due (ticker, author, since)
    select distinct ticker, author, ${now}::timestamptz from record_scores
     where ${isOfSymbol} and method = ${METHOD} and entry_day is not null and as_of >= ${day}::date
    on conflict (ticker, author) do update set since = excluded.since, is_posted = false`.execute(trx)
}

export type StoredInput = DayInput & { symbol: string }

/** The newest versions, by symbol and day. After a symbol's newest final value there is nothing, and older ones don't count. */
export async function storedInputs(
  db: Connection,
  symbols: readonly string[],
  { from, to, isSample }: { from: string; to: string; isSample: boolean },
): Promise<StoredInput[]> {
  type Row = { symbol: string; day: string; close: string; dividend: string; ratio: string; isFinal: boolean }
  const { rows } = await sql<Row>`
    with finals as (
      select distinct on (symbol) symbol, day from record_inputs
       where is_final and symbol = any(${[...symbols]}::text[]) and ${isOfMarket(isSample)}
       order by symbol, stored_at desc, day desc
    ), newest as (
      select distinct on (symbol, i.day) symbol, i.day, close, dividend, ratio, is_final from record_inputs i
       where symbol = any(${[...symbols]}::text[]) and i.day between ${from}::date and ${to}::date and ${isOfMarket(isSample)}
       order by symbol, i.day, version desc
    )
    select n.symbol, n.day::text as day, close, dividend, ratio, is_final from newest n left join finals f on f.symbol = n.symbol
     where f.day is null or n.day = f.day or (n.day < f.day and not is_final) order by n.symbol, n.day`.execute(
    db,
  )
  return rows.map(({ symbol, day, close, dividend, ratio, isFinal }) => ({
    symbol,
    day,
    isFinal,
    volume: null,
    close: new Decimal(close),
    dividend: new Decimal(dividend),
    ratio: new Decimal(ratio),
  }))
}

export type Cause = { symbol: string; day: string; what: (typeof CAUSES)[number] }
export type Correction = Cause & { storedAt: Date }

/** What was corrected of these symbols and of the benchmarks. */
export async function corrections(
  db: Connection,
  symbols: readonly string[],
  isSample: boolean,
): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select i.symbol, i.day::text as day, i.stored_at, case when i.is_final then 'final_value' when i.ratio <> before.ratio then 'split'
        when i.dividend <> before.dividend then 'dividend' else 'close' end as what
      from record_inputs i left join record_inputs before
        on before.symbol = i.symbol and before.day = i.day and before.version = i.version - 1
     where (i.version > 0 or i.is_final) and i.symbol = any(${[...symbols, ...BENCHMARKS]}::text[])
       and (i.source = 'simulated') = ${isSample}
     order by i.stored_at, i.symbol, i.day`.execute(db)
  return rows
}
