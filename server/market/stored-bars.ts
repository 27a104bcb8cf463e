// Reads the stored prices of many symbols at once: one row per symbol, because a row per day takes five times as long,
// and symbol by symbol, because sorting the days of all takes longer than reading them.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { dayOf } from '#engine/market/calendar-day.ts'

export type StoredBars = {
  /** `volume` stays text, because most volumes are never used in a calculation. */
  closes: { day: string; close: Decimal; volume: string | null }[]
  /** In US dollars. Empty if the provider has none. */
  dividends: { day: string; amount: Decimal }[]
  splits: { day: string; ratio: Decimal }[]
}

/** Days as numbers, for `unpackDays`, ordered by `day`. Null if there are none. */
export const packedDays = sql<string | null>`string_agg((day - date '1970-01-01')::text, ' ' order by day)`
/** A packed numeric column, in which null becomes empty. */
export const packed = (column: string) =>
  sql<string | null>`string_agg(coalesce(${sql.ref(column)}::text, ''), ' ' order by day)`
export const unpackDays = (days: string | null): string[] => unpack(days).map((day) => dayNamed(Number(day)))
export const unpack = (values: string | null): string[] => values?.split(' ') ?? []

const namedDays = new Map<number, string>()
function dayNamed(number: number): string {
  const known = namedDays.get(number)
  if (known !== undefined) return known
  const day = dayOf(number)
  namedDays.set(number, day)
  return day
}

/** Parses a number from the database. Cached, because market data and scoring inputs have the same prices. */
export function decimalOf(text: string): Decimal {
  const known = decimals.get(text)
  if (known) return known
  if (decimals.size >= DECIMALS_MAX) decimals.clear()
  const decimal = new Decimal(text)
  decimals.set(text, decimal)
  return decimal
}
const decimals = new Map<string, Decimal>()
/** About the number of prices of 25 symbols in three years; about 6 MB (measured). */
const DECIMALS_MAX = 20_000

/** Bars between two days, by symbol. A symbol without closes has none. */
export async function storedBars(
  db: Db,
  symbols: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, StoredBars>> {
  const bars = new Map(
    symbols.map((symbol): [string, StoredBars] => [symbol, { closes: [], dividends: [], splits: [] }]),
  )
  const names = sql`${[...bars.keys()]}::text[]`
  const isWithin = (day: string) => sql`${sql.ref(day)} between ${from}::date and ${to}::date`
  type Closes = { symbol: string; days: string | null; closes: string | null; volumes: string | null }
  type Event = { symbol: string; day: string; value: string }
  const [closes, dividends, splits] = await Promise.all([
    sql<Closes>`
      select known.* from unnest(${names}) as wanted (symbol) cross join lateral (
        select wanted.symbol, ${packedDays} as days, ${packed('close')} as closes, ${packed('volume')} as volumes
          from market_closes c where c.symbol = wanted.symbol and ${isWithin('day')}) known`.execute(db),
    sql<Event>`
      select symbol, ex_day::text as day, amount as value from market_dividends where symbol = any(${names}) and ${isWithin('ex_day')} and currency = 'USD'
        and symbol in (select symbol from market_series where kind = 'dividends' and to_day is not null and is_included)
       order by symbol, ex_day`.execute(db),
    sql<Event>`
      select symbol, day::text as day, ratio as value from market_splits where symbol = any(${names}) and ${isWithin('day')}
       order by symbol, day`.execute(db),
  ])
  for (const row of closes.rows) {
    const [values, volumes] = [unpack(row.closes), unpack(row.volumes)]
    bars.get(row.symbol)?.closes.push(
      ...unpackDays(row.days).map((day, i) => ({
        day,
        close: decimalOf(values[i] ?? 'NaN'),
        volume: volumes[i] || null,
      })),
    )
  }
  for (const { symbol, day, value } of dividends.rows)
    bars.get(symbol)?.dividends.push({ day, amount: decimalOf(value) })
  for (const { symbol, day, value } of splits.rows)
    bars.get(symbol)?.splits.push({ day, ratio: decimalOf(value) })
  return bars
}
