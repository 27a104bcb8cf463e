// Reads the stored closes, dividends and splits from which scores were calculated.
import type { Decimal } from 'decimal.js'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { decimalOf, packed, packedDays, unpack, unpackDays } from '#server/market/stored-bars.ts'
import { type DayInput, hasNoEvent, NO_EVENT } from '#engine/scoring/day-inputs.ts'
import type { MarketInputs } from './read-market.ts'

type Connection = Kysely<DB> | Transaction<DB>
type Range = { from: string; to: string; isSample: boolean }
type Packed = string | null

/** Sample inputs are never mixed with real ones. */
const isOfMarket = (isSample: boolean) => sql<boolean>`(source = 'simulated') = ${isSample}`

/** The newest versions of a symbol's corrected days. All other days have version 0. */
const newestCorrected = (symbol: string, isSample: boolean) => sql`(
  select corrected.day, max(version) as version from record_inputs corrected
   where version > 0 and corrected.symbol = ${sql.ref(symbol)} and ${isOfMarket(isSample)} group by corrected.day)`

const hasEvent = sql`filter (where dividend <> 0 or ratio <> 1)`
type Events = Record<'events' | 'dividends' | 'ratios', Packed>

/** By day. Days without a dividend or a split are left out. */
function eventsOf(row: Events): ReadonlyMap<string, Pick<DayInput, 'dividend' | 'ratio'>> {
  const [dividends, ratios] = [unpack(row.dividends), unpack(row.ratios)]
  return new Map(
    unpackDays(row.events).map((day, i) => [
      day,
      { dividend: decimalOf(dividends[i] ?? '0'), ratio: decimalOf(ratios[i] ?? '1') },
    ]),
  )
}

export type StoredInput = DayInput & { symbol: string }

/** The newest versions, by symbol and day. Nothing after a symbol's newest final value, and no older final values. */
export async function storedInputs(
  db: Connection,
  symbols: readonly string[],
  { from, to, isSample }: Range,
): Promise<StoredInput[]> {
  type Row = Events & Record<'days' | 'closes' | 'finals', Packed> & { symbol: string }
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
          from record_inputs i left join ${newestCorrected('wanted.symbol', isSample)} newest using (day)
         where i.symbol = wanted.symbol and day between ${from}::date and ${to}::date and ${isOfMarket(isSample)}
           and i.version = coalesce(newest.version, 0)
           and (final.day is null or day = final.day or (day < final.day and not is_final))
      ) known`.execute(db)
  return rows.flatMap(({ symbol, ...row }) => {
    const closes = unpack(row.closes)
    const finals = unpackDays(row.finals)
    const events = eventsOf(row)
    return unpackDays(row.days).map((day, i) => {
      const { dividend, ratio } = events.get(day) ?? NO_EVENT
      const close = decimalOf(closes[i] ?? 'NaN')
      return { symbol, day, isFinal: finals.includes(day), volume: null, close, dividend, ratio }
    })
  })
}

/** The stored input for a day of the market, undefined if there is none. */
type StoredOf = (ticker: string) => (input: DayInput) => DayInput | undefined

/**
 * Compares market data with the stored inputs. Where a share's closes are the traded ones, the database compares them,
 * and only differences are read.
 */
export async function storedOf(
  db: Connection,
  read: ReadonlyMap<string, MarketInputs>,
  range: Range,
): Promise<StoredOf> {
  const asTraded = [...read].flatMap(([ticker, { isAsTraded }]) => (isAsTraded ? [ticker] : []))
  const compared =
    asTraded.length > 0 ? await differences(db, asTraded, range) : new Map<string, Differences>()
  const others = [...read.keys()].filter((ticker) => !compared.has(ticker))
  const all = others.length > 0 ? await storedInputs(db, others, range) : []
  const stored = Map.groupBy(all, ({ symbol }) => symbol)
  return (ticker) => {
    const differing = compared.get(ticker)
    if (!differing) {
      const byDay = new Map(stored.get(ticker)?.map((input) => [input.day, input]))
      return ({ day }) => byDay.get(day)
    }
    return (input) => {
      const [close, event] = [differing.closes.get(input.day), differing.events.get(input.day)]
      if (close === null) return undefined
      if (close === undefined && !event && hasNoEvent(input)) return input
      return { ...input, ...(event ?? NO_EVENT), close: close ?? input.close }
    }
  }
}

type Differences = {
  /** The stored closes that differ from the market's; null for a day without a stored close. */
  closes: ReadonlyMap<string, Decimal | null>
  events: ReturnType<typeof eventsOf>
}

/**
 * Differences by symbol, without symbols that have a stored final value. Only for real prices. Uses a full join,
 * because it can't be executed as a nested loop, which the planner chose without statistics and which took seconds for
 * one symbol.
 */
async function differences(
  db: Connection,
  symbols: readonly string[],
  { from, to }: Range,
): Promise<Map<string, Differences>> {
  type Row = Events & Record<'days' | 'closes', Packed> & { symbol: string }
  const isDifferent = sql`filter (where i.close is distinct from c.close)`
  const isWithin = sql`between ${from}::date and ${to}::date`
  const { rows } = await sql<Row>`
    select wanted.symbol, known.*
      from unnest(${[...symbols]}::text[]) as wanted (symbol)
      cross join lateral (
        select ${packedDays} ${isDifferent} as days, ${packed('i.close')} ${isDifferent} as closes, ${packedDays} ${hasEvent} as events,
            ${packed('dividend')} ${hasEvent} as dividends, ${packed('ratio')} ${hasEvent} as ratios
          from (select day, close from market_closes c where c.symbol = wanted.symbol and day ${isWithin}) c full join (
              select i.day, i.close, i.dividend, i.ratio
                from record_inputs i left join ${newestCorrected('wanted.symbol', false)} newest using (day)
               where i.symbol = wanted.symbol and i.day ${isWithin} and ${isOfMarket(false)}
                 and i.version = coalesce(newest.version, 0)
            ) i using (day)
      ) known
     where not exists (select from record_inputs f where is_final and f.symbol = wanted.symbol)`.execute(db)
  return new Map(
    rows.map(({ symbol, ...row }) => {
      const closes = unpack(row.closes)
      const days = unpackDays(row.days)
      const byDay = new Map(days.map((day, i) => [day, closes[i] ? decimalOf(closes[i]) : null]))
      return [symbol, { closes: byDay, events: eventsOf(row) }]
    }),
  )
}
