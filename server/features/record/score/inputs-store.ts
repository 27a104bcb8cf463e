// Stores the closes, dividends and splits from which scores are calculated. A correction is a new version.
import { BENCHMARK } from '#engine/market/prices.ts'
import type { Decimal } from 'decimal.js'
import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { utcDay } from '#shared/rules/dates.ts'
import type { Correction } from '#engine/scoring/compare-scores.ts'
import type { DayInput } from '#engine/scoring/day-inputs.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { makeAllDue } from './benchmark-due.ts'
import { readInputs } from './read-market.ts'
import { type StoredInput, storedOf } from './stored-inputs.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
type Connection = Kysely<DB> | Transaction<DB>

/** A close before the first day is needed for the dividends and splits of that day. */
const DAYS_BEFORE = 30
/** The first day that is read for inputs from a day on. */
export const readFrom = (from: string): string => dayOf(dayNumber(from) - DAYS_BEFORE)

/** The inputs of a ticker from one day to another. `exchangeDays`: all of them from `readFrom` on. */
export type Range = { ticker: string; from: string; lastDay: string; exchangeDays: ReadonlySet<string> }

/**
 * Reads tickers' inputs from the market, stores what is new or changed, and returns them by ticker. If a stored input
 * changed, all positions that were calculated from it become due.
 */
export async function refreshInputs(
  deps: Needs,
  ranges: readonly Range[],
): Promise<ReadonlyMap<string, DayInput[]>> {
  const { db, clock, market } = deps
  if (ranges.length === 0) return new Map()
  const now = clock.now()
  // The sample market caches its days for the last requested day, and portfolios request today.
  const to = utcDay(now)
  const wanted = ranges.map(({ from, ...range }) => ({
    ...range,
    from: readFrom(from),
    to,
  }))
  const read = await readInputs(deps, wanted)
  // Read after the market: a close that is corrected in the meantime differs from the stored one, and the next run
  // stores it.
  const stored = await storedOf(db, read, {
    from: ranges.map(({ from }) => from).toSorted()[0] ?? '',
    to:
      ranges
        .map(({ lastDay }) => lastDay)
        .toSorted()
        .at(-1) ?? '',
    isSample: market.isSample,
  })
  const changed: StoredInput[] = []
  const corrected: { symbol: string; day: string }[] = []
  const inputs = new Map(
    ranges.map(({ ticker, from, lastDay }) => {
      const own = (read.get(ticker)?.inputs ?? []).filter(({ day }) => day >= from && day <= lastDay)
      const before = stored(ticker)
      const different = own.filter((input) => !isSame(input, before(input)))
      changed.push(...different.map((input) => ({ ...input, symbol: ticker })))
      const first = different.find((input) => before(input) !== undefined)
      if (first) corrected.push({ symbol: ticker, day: first.day })
      return [ticker, own]
    }),
  )
  if (changed.length > 0)
    await db.transaction().execute(async (trx) => {
      await insertInputs(trx, changed, { source: market.name, at: now })
      for (const { symbol, day } of corrected) await recalculateFrom(trx, symbol, day, now)
    })
  return inputs
}

const isSame = (a: DayInput, b: DayInput | undefined) =>
  b !== undefined &&
  isEqual(a.close, b.close) &&
  isEqual(a.dividend, b.dividend) &&
  isEqual(a.ratio, b.ratio) &&
  a.isFinal === b.isFinal

const isEqual = (a: Decimal, b: Decimal) => a === b || a.equals(b)

async function insertInputs(
  trx: Transaction<DB>,
  inputs: readonly StoredInput[],
  { source, at }: { source: string; at: Date },
): Promise<void> {
  const column = (key: 'close' | 'dividend' | 'ratio') => inputs.map((input) => input[key].toFixed())
  await sql`
    insert into record_inputs (symbol, day, version, close, dividend, ratio, is_final, source, stored_at)
    select new.symbol, new.day,
      coalesce((select max(version) + 1 from record_inputs i where i.symbol = new.symbol and i.day = new.day), 0),
      new.close, new.dividend, new.ratio, new.is_final, ${source}, ${at}
    from unnest(${inputs.map(({ symbol }) => symbol)}::text[], ${inputs.map(({ day }) => day)}::date[], ${column('close')}::numeric[],
      ${column('dividend')}::numeric[], ${column('ratio')}::numeric[], ${inputs.map(({ isFinal }) => isFinal)}::boolean[])
      as new (symbol, day, close, dividend, ratio, is_final)`.execute(trx)
}

/** A benchmark is part of every position's figures. */
async function recalculateFrom(trx: Transaction<DB>, symbol: string, day: string, now: Date): Promise<void> {
  const isCalculated = sql<SqlBool>`s.entry_day is not null and s.as_of >= ${day}::date`
  if (symbol === BENCHMARK) {
    await makeAllDue(trx, { now, where: isCalculated })
    return
  }
  await sql`
    insert into record_due (ticker, author, since)
    select distinct s.ticker, s.author, ${now}::timestamptz from record_scores s
     where s.ticker = ${symbol} and s.method = ${METHOD} and ${isCalculated}
    on conflict (ticker, author) do update set since = excluded.since, is_posted = false`.execute(trx)
}

/** The corrections of these symbols and of the benchmarks. */
export async function corrections(
  db: Connection,
  symbols: readonly string[],
  isSample: boolean,
): Promise<Correction[]> {
  const all = [...symbols, BENCHMARK]
  // A union, because each part has its own index and "or" would read all inputs.
  const { rows } = await sql<Correction>`
    select i.symbol, i.day::text as day, i.stored_at, case when i.is_final then 'final_value' when i.ratio <> before.ratio then 'split'
        when i.dividend <> before.dividend then 'dividend' else 'close' end as what
      from (
        select * from record_inputs where version > 0 and symbol = any(${all}::text[])
        union select * from record_inputs where is_final and symbol = any(${all}::text[])
      ) i left join record_inputs before on before.symbol = i.symbol and before.day = i.day and before.version = i.version - 1
     where (i.source = 'simulated') = ${isSample}
     order by i.stored_at, i.symbol, i.day`.execute(db)
  return rows
}
