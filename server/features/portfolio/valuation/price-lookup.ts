// The price of a share on a day: the market's close or, if there is none, what the account's own trades paid.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/adapters/broker/port.ts'
import { daysBetween } from '#server/market/calendar-day.ts'
import { type Dated, type DatedSeries, datedSeries } from '#server/market/dated-series.ts'

/** Raw closes of one symbol by day: what a share cost that day, not adjusted for later splits or dividends. */
export type Closes = {
  currency: string
  byDay: ReadonlyMap<string, Decimal.Value>
  /** How far from its day, in calendar days, a price still says what a share was worth; however far unless given. */
  holdsDays?: number
}
/** `since`: the day of a price that is too old to say what a share is worth, and is carried on for want of another. */
export type Price = { amount: Decimal; currency: string; since?: string }
export type PriceLookup = {
  priceOn: (symbol: string, day: string) => Price | null
  /** How many shares one share of day `from` is on day `to`, by the splits in between. */
  sharesMade: (symbol: string, from: string, to: string) => Decimal
}

type Sources = { closes: DatedSeries<Price>; trades: DatedSeries<Price>; told: DatedSeries<Price> }
const ZERO = new Decimal(0)

/**
 * The price of a day is the first there is of: the last close known by then; before the first known close what the
 * account's last trade by then paid; the first close or trade after it (only shares that came in without being bought
 * come to this: they gain and lose nothing until there is a price); what a transfer told. Splits between the day of
 * the price and the day asked for are applied. Where all are too far away (`holdsDays`), the newest before the day, or
 * else the first after it, is carried on and says `since` when. `activities`: as `placeSplits` returns them.
 */
export function priceLookup(
  activities: readonly Activity[],
  closes: ReadonlyMap<string, Closes>,
): PriceLookup {
  const rows = Map.groupBy(activities, ({ symbol }) => symbol)
  const splits = Map.groupBy(
    activities.filter(({ type }) => type === 'split'),
    ({ symbol }) => symbol,
  )
  const sources = new Map<string, Sources>()

  function sharesMade(symbol: string, from: string, to: string): Decimal {
    const between = splits.get(symbol)?.filter(({ day }) => from < day && day <= to) ?? []
    return between.reduce((product, { ratio }) => product.times(ratio ?? 1), new Decimal(1))
  }

  function priceOn(symbol: string, day: string): Price | null {
    const known = sources.get(symbol) ?? sourcesOf(rows.get(symbol) ?? [], closes.get(symbol))
    sources.set(symbol, known)
    const near = closeBy(day, closes.get(symbol)?.holdsDays)
    const found =
      near(known.closes.onOrBefore(day)) ??
      near(known.trades.onOrBefore(day)) ??
      near(earlier(known.closes.after(day), known.trades.after(day))) ??
      near(known.told.onOrBefore(day)) ??
      near(known.told.after(day))
    if (found) return inSharesOf(symbol, day, found)
    const carried = carriedTo(day, known)
    return carried && { ...inSharesOf(symbol, day, carried), since: carried.day }
  }

  function inSharesOf(symbol: string, day: string, { day: from, value }: Dated<Price>): Price {
    if (!splits.has(symbol)) return value
    const { amount, currency } = value
    return from <= day
      ? { amount: amount.div(sharesMade(symbol, from, day)), currency }
      : { amount: amount.times(sharesMade(symbol, day, from)), currency }
  }

  return { priceOn, sharesMade }
}

/** Passes on what is known of a day no farther away than that. */
function closeBy(day: string, holdsDays = Infinity) {
  return (found: Dated<Price> | null): Dated<Price> | null =>
    found && (holdsDays === Infinity || Math.abs(daysBetween(found.day, day)) <= holdsDays) ? found : null
}

function carriedTo(day: string, { closes, trades, told }: Sources): Dated<Price> | null {
  const before = [closes, trades, told].map((series) => series.onOrBefore(day))
  const after = [closes, trades, told].map((series) => series.after(day))
  return before.reduce(later, null) ?? after.reduce(earlier, null)
}

function later(one: Dated<Price> | null, other: Dated<Price> | null): Dated<Price> | null {
  return one && other ? (one.day >= other.day ? one : other) : (one ?? other)
}

function earlier(one: Dated<Price> | null, other: Dated<Price> | null): Dated<Price> | null {
  return one && other ? (one.day <= other.day ? one : other) : (one ?? other)
}

function sourcesOf(activities: readonly Activity[], closes: Closes | undefined): Sources {
  // Shares that a trade gave away say nothing of what they are worth; options that expired do.
  const trades = activities.filter(({ type, cash }) => type === 'sell' || (type === 'buy' && !cash.isZero()))
  const transfers = activities.filter(({ type, price }) => type === 'transfer' && price !== null)
  return {
    closes: closes ? pricesOf(closes) : datedSeries(new Map()),
    trades: whenAsked(() => averages(trades, ({ cash, fee }) => cash.plus(fee).negated())),
    told: whenAsked(() => averages(transfers, ({ price, quantity }) => quantity.times(price ?? ZERO))),
  }
}

/** Most symbols have closes, and nobody asks what their thousands of trades paid. */
function whenAsked(pricesBy: () => Map<string, Price>): DatedSeries<Price> {
  let known: DatedSeries<Price> | undefined
  const series = () => (known ??= datedSeries(pricesBy()))
  return { onOrBefore: (day) => series().onOrBefore(day), after: (day) => series().after(day) }
}

function pricesOf({ currency, byDay }: Closes): DatedSeries<Price> {
  const known = datedSeries(byDay)
  const priced = (close: Dated<Decimal.Value> | null) =>
    close && { day: close.day, value: { amount: new Decimal(close.value), currency } }
  return { onOrBefore: (day) => priced(known.onOrBefore(day)), after: (day) => priced(known.after(day)) }
}

/**
 * One price a day: what was paid for all shares traded, whatever the number of trades. What was paid, rather than the
 * price told: that of an option is for one share of the hundred it is about.
 */
function averages(rows: readonly Activity[], paid: (row: Activity) => Decimal): Map<string, Price> {
  const prices = [...Map.groupBy(rows, ({ day }) => day)].map(([day, sameDay]) => {
    const shares = sameDay.reduce((sum, { quantity }) => sum.plus(quantity.abs()), ZERO)
    const amount = sameDay.reduce((sum, row) => sum.plus(paid(row).abs()), ZERO).div(shares)
    return [day, { amount, currency: sameDay[0]?.currency ?? '' }] as const
  })
  return new Map(prices)
}
