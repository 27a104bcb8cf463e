// Keeps the closes, dividends and splits that scores are calculated from. A correction is a new version.
import { Decimal } from 'decimal.js'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { type DayInput, dayInputs } from './day-inputs.ts'
import { METHOD } from './method.ts'

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
  { db, clock, market }: Needs,
  symbol: string,
  { from, lastDay }: { from: string; lastDay: string },
  exchangeDays: ReadonlySet<string>,
): Promise<DayInput[]> {
  const source = market.isSample ? market : storedMarket(db)
  const now = clock.now()
  const start = dayOf(dayNumber(from) - DAYS_BEFORE)
  // The sample market keeps its days for the last day that was asked for, and portfolios ask for today.
  const to = utcDay(now)
  const [closes, dividends, splits] = await Promise.all([
    source.closes(symbol, start, to),
    source.dividends(symbol, start, to),
    source.splits(symbol, start, to),
  ])
  const inDollars = (dividends ?? []).filter(({ currency }) => currency === 'USD')
  const inputs = dayInputs(closes, inDollars, splits, exchangeDays).filter(
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
  b !== undefined && a.close.equals(b.close) && a.dividend.equals(b.dividend) && a.ratio.equals(b.ratio)

async function insertInputs(
  trx: Transaction<DB>,
  symbol: string,
  inputs: readonly DayInput[],
  { source, at }: { source: string; at: Date },
): Promise<void> {
  const column = (key: 'close' | 'dividend' | 'ratio') => inputs.map((input) => input[key].toFixed())
  await sql`
    insert into record_inputs (symbol, day, version, close, dividend, ratio, source, stored_at)
    select ${symbol}, new.day,
      coalesce((select max(version) + 1 from record_inputs i where i.symbol = ${symbol} and i.day = new.day), 0),
      new.close, new.dividend, new.ratio, ${source}, ${at}
    from unnest(${inputs.map(({ day }) => day)}::date[], ${column('close')}::numeric[], ${column('dividend')}::numeric[],
      ${column('ratio')}::numeric[]) as new (day, close, dividend, ratio)`.execute(trx)
}

/** A benchmark is in everybody's figures. */
async function recalculateFrom(trx: Transaction<DB>, symbol: string, day: string, now: Date): Promise<void> {
  const isOfSymbol = BENCHMARKS.includes(symbol) ? sql`true` : sql`ticker = ${symbol}`
  await sql`
    insert into record_due (ticker, author, since)
    select distinct ticker, author, ${now}::timestamptz from record_scores
     where ${isOfSymbol} and method = ${METHOD} and entry_day is not null and as_of >= ${day}::date
    on conflict (ticker, author) do update set since = excluded.since`.execute(trx)
}

export type StoredInput = DayInput & { symbol: string }

/** The newest versions, by symbol and day. */
export async function storedInputs(
  db: Connection,
  symbols: readonly string[],
  { from, to, isSample }: { from: string; to: string; isSample: boolean },
): Promise<StoredInput[]> {
  type Row = { symbol: string; day: string; close: string; dividend: string; ratio: string }
  const { rows } = await sql<Row>`
    select distinct on (symbol, i.day) symbol, i.day::text as day, close, dividend, ratio from record_inputs i
     where symbol = any(${[...symbols]}::text[]) and i.day between ${from}::date and ${to}::date and ${isOfMarket(isSample)}
     order by symbol, i.day, version desc`.execute(db)
  return rows.map(({ symbol, day, close, dividend, ratio }) => ({
    symbol,
    day,
    close: new Decimal(close),
    dividend: new Decimal(dividend),
    ratio: new Decimal(ratio),
  }))
}

export type Correction = { symbol: string; day: string; storedAt: Date }

/** What was corrected of these symbols and of the benchmarks. */
export async function corrections(
  db: Connection,
  symbols: readonly string[],
  isSample: boolean,
): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select symbol, i.day::text as day, stored_at from record_inputs i
     where version > 0 and symbol = any(${[...symbols, ...BENCHMARKS]}::text[]) and ${isOfMarket(isSample)}
     order by stored_at, symbol, i.day`.execute(db)
  return rows
}
