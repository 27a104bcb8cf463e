// Reads the stored prices of many symbols at once: a row for each symbol, because a row for each day takes five times as long.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { dayOf } from './calendar-day.ts'

export type StoredBars = {
  /** `volume` is a number's text: most of them are never calculated with. */
  closes: { day: string; close: Decimal; volume: string | null }[]
  /** In US dollars. Empty if the provider has none. */
  dividends: { day: string; amount: Decimal }[]
  splits: { day: string; ratio: Decimal }[]
}

/** Days as numbers, as `unpackDays` reads them; ordered by `day`. */
export const packedDays = sql<string>`string_agg((day - date '1970-01-01')::text, ' ' order by day)`
/** The same of a numeric column; null becomes empty. */
export const packed = (column: string) =>
  sql<string>`string_agg(coalesce(${sql.ref(column)}::text, ''), ' ' order by day)`
export const unpackDays = (days: string): string[] => days.split(' ').map((day) => dayNamed(Number(day)))
export const unpack = (values: string): string[] => values.split(' ')

const names = new Map<number, string>()
function dayNamed(number: number): string {
  const known = names.get(number)
  if (known !== undefined) return known
  const day = dayOf(number)
  names.set(number, day)
  return day
}

/** From one day to another, by symbol. A symbol without closes has none. */
export async function storedBars(
  db: Db,
  symbols: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, StoredBars>> {
  const bars = new Map(
    symbols.map((symbol): [string, StoredBars] => [symbol, { closes: [], dividends: [], splits: [] }]),
  )
  const isWanted = (day: string) =>
    sql`symbol = any(${[...symbols]}::text[]) and ${sql.ref(day)} between ${from}::date and ${to}::date`
  type Closes = { symbol: string; days: string; closes: string; volumes: string }
  type Event = { symbol: string; day: string; value: string }
  const [closes, dividends, splits] = await Promise.all([
    sql<Closes>`
      select symbol, ${packedDays} as days, ${packed('close')} as closes, ${packed('volume')} as volumes
        from market_closes where ${isWanted('day')} group by symbol`.execute(db),
    sql<Event>`
      select symbol, ex_day::text as day, amount as value from market_dividends where ${isWanted('ex_day')} and currency = 'USD'
        and symbol in (select symbol from market_series where kind = 'dividends' and to_day is not null and is_included)
       order by symbol, ex_day`.execute(db),
    sql<Event>`
      select symbol, day::text as day, ratio as value from market_splits where ${isWanted('day')} order by symbol, day`.execute(
      db,
    ),
  ])
  for (const row of closes.rows) {
    const [values, volumes] = [unpack(row.closes), unpack(row.volumes)]
    bars.get(row.symbol)?.closes.push(
      ...unpackDays(row.days).map((day, i) => ({
        day,
        close: new Decimal(values[i] ?? NaN),
        volume: volumes[i] || null,
      })),
    )
  }
  for (const { symbol, day, value } of dividends.rows)
    bars.get(symbol)?.dividends.push({ day, amount: new Decimal(value) })
  for (const { symbol, day, value } of splits.rows)
    bars.get(symbol)?.splits.push({ day, ratio: new Decimal(value) })
  return bars
}
