// Keeps the closes, dividends and splits that scores are calculated from. A correction is a new version.
import type { Decimal } from 'decimal.js'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import { decimalOf, packed, packedDays, unpack, unpackDays } from '#server/market/stored-bars.ts'
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

/** The inputs of a ticker from one day to another, on days of that calendar. */
export type Range = { ticker: string; from: string; lastDay: string; exchangeDays: ReadonlySet<string> }

/**
 * Reads what the market knows of tickers, stores what is new or changed, and returns it by ticker. If a stored input changed, all
 * positions that were calculated from it become due.
 */
export async function refreshInputs(
  deps: Needs,
  ranges: readonly Range[],
): Promise<ReadonlyMap<string, DayInput[]>> {
  const { db, clock, market } = deps
  if (ranges.length === 0) return new Map()
  const now = clock.now()
  // The sample market keeps its days for the last day that was asked for, and portfolios ask for today.
  const to = utcDay(now)
  const wanted = ranges.map(({ from, ...range }) => ({
    ...range,
    from: dayOf(dayNumber(from) - DAYS_BEFORE),
    to,
  }))
  const [read, all] = await Promise.all([
    readInputs(deps, wanted),
    storedInputs(
      db,
      ranges.map(({ ticker }) => ticker),
      {
        from: ranges.map(({ from }) => from).toSorted()[0] ?? '',
        to:
          ranges
            .map(({ lastDay }) => lastDay)
            .toSorted()
            .at(-1) ?? '',
        isSample: market.isSample,
      },
    ),
  ])
  const stored = Map.groupBy(all, ({ symbol }) => symbol)
  const changed: StoredInput[] = []
  const corrected: { symbol: string; day: string }[] = []
  const inputs = new Map(
    ranges.map(({ ticker, from, lastDay }) => {
      const own = (read.get(ticker) ?? []).filter(({ day }) => day >= from && day <= lastDay)
      const before = new Map(stored.get(ticker)?.map((one) => [one.day, one]))
      const different = own.filter((input) => !isSame(input, before.get(input.day)))
      changed.push(...different.map((input) => ({ ...input, symbol: ticker })))
      const first = different.find(({ day }) => before.has(day))
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
  type Packed = string | null
  type Row = Record<'days' | 'closes' | 'events' | 'dividends' | 'ratios' | 'finals', Packed> & {
    symbol: string
  }
  const hasEvent = sql`filter (where dividend <> 0 or ratio <> 1)`
  const { rows } = await sql<Row>`
    select wanted.symbol, known.*
      from unnest(${[...new Set(symbols)]}::text[]) as wanted (symbol)
      left join lateral (
        select i.day from record_inputs i where is_final and i.symbol = wanted.symbol and ${isOfMarket(isSample)}
         order by stored_at desc, i.day desc limit 1
      ) final on true
      cross join lateral (
        select ${packedDays} as days, ${packed('close')} as closes, ${packedDays} ${hasEvent} as events,
            ${packed('dividend')} ${hasEvent} as dividends, ${packed('ratio')} ${hasEvent} as ratios,
            ${packedDays} filter (where is_final) as finals
          from record_inputs i left join (
              select corrected.day, max(version) as version from record_inputs corrected
               where version > 0 and corrected.symbol = wanted.symbol and ${isOfMarket(isSample)} group by corrected.day
            ) newest using (day)
         where i.symbol = wanted.symbol and day between ${from}::date and ${to}::date and ${isOfMarket(isSample)}
           and i.version = coalesce(newest.version, 0)
           and (final.day is null or day = final.day or (day < final.day and not is_final))
      ) known`.execute(db)
  return rows.flatMap(({ symbol, ...row }) => {
    const [closes, dividends, ratios] = [unpack(row.closes), unpack(row.dividends), unpack(row.ratios)]
    const finals = unpackDays(row.finals)
    const eventAt = new Map(unpackDays(row.events).map((day, i) => [day, i]))
    return unpackDays(row.days).map((day, i) => {
      const event = eventAt.get(day) ?? -1
      return {
        symbol,
        day,
        isFinal: finals.includes(day),
        volume: null,
        close: decimalOf(closes[i] ?? 'NaN'),
        dividend: decimalOf(dividends[event] ?? '0'),
        ratio: decimalOf(ratios[event] ?? '1'),
      }
    })
  })
}

export type Cause = { symbol: string; day: string; what: (typeof CAUSES)[number] }
export type Correction = Cause & { storedAt: Date }

/** What was corrected of these symbols and of the benchmarks. */
export async function corrections(
  db: Connection,
  symbols: readonly string[],
  isSample: boolean,
): Promise<Correction[]> {
  const all = [...symbols, ...BENCHMARKS]
  // A union of two, because each has its index and "or" would read all inputs.
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
