// Facts about a share that an administrator enters because no provider has them: its final value and its new symbol.
import { isTicker } from '#engine/market/prices.ts'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import type { Db } from '#server/db/open.ts'
import { OperatorError } from '#server/log.ts'
import { dayNumber, dayOf, isDay } from '#engine/market/calendar-day.ts'

/** The value of one share in US dollars after it stopped trading. */
export type FinalValue = { day: string; value: Decimal; source: string }
/** A symbol that a share had on these days, both included. */
export type SymbolDays = { symbol: string; from: string; to: string }

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']
export const SOURCE_MAX = 200

/** The newest version; null if there is none. */
export const finalValueOf = async (db: Db, symbol: string): Promise<FinalValue | null> =>
  (await finalValuesOf(db, [symbol])).get(symbol) ?? null

/** The newest versions, by symbol. */
export async function finalValuesOf(
  db: Db,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, FinalValue>> {
  const { rows } = await sql<{ symbol: string; day: string; value: string; source: string }>`
    select distinct on (symbol) symbol, day::text as day, value, source from market_final_values
     where symbol = any(${[...symbols]}::text[]) order by symbol, version desc`.execute(db)
  return new Map(rows.map(({ symbol, value, ...row }) => [symbol, { ...row, value: new Decimal(value) }]))
}

/**
 * Sets a share's final value after its last close. A later call adds a new version. False if it equals the newest
 * version. Throws `OperatorError` if the day isn't an exchange day after the last stored close, or is in the future.
 */
export async function setFinalValue(
  db: Db,
  symbol: string,
  { day, value, source }: FinalValue,
  now: Date,
): Promise<boolean> {
  if (!isDay(day) || exchangeDays(day, day).length === 0)
    throw new OperatorError(`${day} isn’t an exchange day.`)
  if (dayNumber(day) * 86_400_000 > now.getTime()) throw new OperatorError(`${day} is in the future.`)
  const [, next] = await symbolsOf(db, symbol)
  if (next)
    throw new OperatorError(`${symbol} has been ${next.symbol} since ${next.from}. Set it for that symbol.`)
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ last: string | null }>`select max(day)::text as last from market_closes
      where symbol = ${symbol}`.execute(trx)
    const last = rows[0]?.last ?? null
    if (last === null)
      throw new OperatorError(`No closes of ${symbol} are stored, so nothing was scored with them.`)
    if (day <= last)
      throw new OperatorError(`${symbol} has a close on ${last}. A final value comes after the last close.`)
    const { rows: stored } = await sql`
      insert into market_final_values (symbol, version, day, value, source, set_at)
      select ${symbol}, coalesce((select max(version) + 1 from market_final_values where symbol = ${symbol}), 0),
          ${day}::date, ${value.toFixed()}::numeric, ${source}, ${now}::timestamptz
        where not exists (select from (
          select day, value, source from market_final_values where symbol = ${symbol} order by version desc limit 1
        ) newest where (newest.day, newest.value, newest.source)
          is not distinct from (${day}::date, ${value.toFixed()}::numeric, ${source}))
      returning version`.execute(trx)
    if (stored.length > 0) await recordCorrection(trx, symbol, last, now)
    return stored.length > 0
  })
}

/** The symbols of a share from this one on, oldest first; only this one if it was never renamed. */
export const symbolsOf = async (db: Db, symbol: string): Promise<[SymbolDays, ...SymbolDays[]]> =>
  (await symbolsOfAll(db, [symbol])).get(symbol) ?? [{ symbol, from: FIRST_DAY, to: LAST_DAY }]

/** The symbols of many shares, by their first symbol. */
export async function symbolsOfAll(
  db: Db,
  symbols: readonly string[],
): Promise<Map<string, [SymbolDays, ...SymbolDays[]]>> {
  // The depth limit ends a cycle, such as a symbol that came back.
  const { rows } = await sql<{ first: string; newSymbol: string; day: string }>`
    with recursive later as (
      select old_symbol as first, new_symbol, day, 1 as depth from market_renames where old_symbol = any(${[...symbols]}::text[])
      union all
      select l.first, r.new_symbol, r.day, depth + 1 from market_renames r join later l on r.old_symbol = l.new_symbol
        where r.day > l.day and depth < 10
    ) select first, new_symbol as "newSymbol", day::text as day from later order by later.day`.execute(db)
  const names = new Map(
    symbols.map((symbol): [string, [SymbolDays, ...SymbolDays[]]] => [
      symbol,
      [{ symbol, from: FIRST_DAY, to: LAST_DAY }],
    ]),
  )
  for (const { first, newSymbol, day } of rows) {
    const own = names.get(first)
    const before = own?.at(-1)
    if (before) before.to = dayOf(dayNumber(day) - 1)
    own?.push({ symbol: newSymbol, from: day, to: LAST_DAY })
  }
  return names
}

/**
 * Records that a share trades under a new symbol from a day on. False if that is known. A later call for the same old
 * symbol replaces it. Throws `OperatorError` for an invalid ticker or day.
 */
export async function renameTicker(
  db: Db,
  { old, symbol, day }: { old: string; symbol: string; day: string },
  now: Date,
): Promise<boolean> {
  for (const name of [old, symbol]) if (!isTicker(name)) throw new OperatorError(`${name} isn’t a ticker.`)
  if (old === symbol) throw new OperatorError('The new symbol is the same as the old one.')
  if (!isDay(day)) throw new OperatorError(`${day} isn’t a day, such as 2026-03-02.`)
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into market_renames as known (old_symbol, new_symbol, day, noted_at)
      values (${old}, ${symbol}, ${day}::date, ${now}::timestamptz)
      on conflict (old_symbol) do update set new_symbol = excluded.new_symbol, day = excluded.day, noted_at = excluded.noted_at
        where (known.new_symbol, known.day) <> (excluded.new_symbol, excluded.day) returning old_symbol`.execute(
      trx,
    )
    if (rows.length > 0) await recordCorrection(trx, old, day, now)
    return rows.length > 0
  })
}

/**
 * Records a correction of the closes from that day on, as if it came from the provider. Does nothing if they
 * were never fetched.
 */
async function recordCorrection(db: Db, symbol: string, from: string, now: Date): Promise<void> {
  await sql`update market_series set corrected_at = ${now}::timestamptz, corrected_from = least(corrected_from, ${from}::date)
    where kind = 'closes' and symbol = ${symbol}`.execute(db)
}
