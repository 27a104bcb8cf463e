// The price of a share on a day: the market's close or, if there is none, the price of the account's own trades.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'
import { intrinsicValue, type OptionTerms, optionTerms } from '#engine/market/option-terms.ts'
import { type Dated, type DatedSeries, datedSeries } from '#engine/market/dated-series.ts'

/** Raw closes of one symbol by day, not adjusted for later splits or dividends. */
export type Closes = {
  currency: string
  byDay: ReadonlyMap<string, Decimal.Value>
  /** How far from its day, in calendar days, a price may be used. Unlimited if missing. */
  holdsDays?: number
}
/**
 * `since`: the day of an outdated price that is used for lack of a newer one. `isIntrinsic`: an option's value if it were
 * exercised, because the market has no price for it.
 */
export type Price = { amount: Decimal; currency: string; since?: string; isIntrinsic?: true }
export type PriceLookup = {
  priceOn: (symbol: string, day: string) => Price | null
  /** How many shares one share of day `from` is on day `to`, after the splits in between. */
  sharesMade: (symbol: string, from: string, to: string) => Decimal
}

type Sources = { closes: DatedSeries<Price>; trades: DatedSeries<Price>; transfers: DatedSeries<Price> }
const ZERO = new Decimal(0)

/**
 * The first available of: the last close up to that day; before the first close, the account's last trade price; the
 * first later close or trade (only for shares that came in without a purchase: they gain nothing until a price is
 * known); the price given by a transfer. Splits between the price's day and the requested day are applied. If all are
 * further away than `holdsDays`, the newest earlier price, or else the first later one, is used and marked with
 * `since`. An option that the market has no closes for counts at its intrinsic value on days without a trade of its own, if
 * its share's price is known. `activities`: as `placeSplits` returns them.
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
    const terms = closes.get(symbol)?.byDay.size ? null : optionTerms(symbol)
    const intrinsic = terms && known.trades.onOrBefore(day)?.day !== day && intrinsicOf(symbol, terms, day)
    if (intrinsic) return intrinsic
    const near = ignoreDistant(day, closes.get(symbol)?.holdsDays)
    const found =
      near(known.closes.onOrBefore(day)) ??
      near(known.trades.onOrBefore(day)) ??
      near(earlier(known.closes.after(day), known.trades.after(day))) ??
      near(known.transfers.onOrBefore(day)) ??
      near(known.transfers.after(day))
    if (found) return inSharesOf(symbol, day, found)
    const carried = carriedTo(day, known)
    return carried && { ...inSharesOf(symbol, day, carried), since: carried.day }
  }

  /** The strike is per share as shares were counted on the option's first day. */
  function intrinsicOf(symbol: string, terms: OptionTerms, day: string): Price | null {
    const [first] = rows.get(symbol) ?? []
    const price = terms.share === null ? null : priceOn(terms.share, day)
    if (!price || price.since !== undefined || !first || price.currency !== first.currency) return null
    const made = terms.share === null || first.day > day ? 1 : sharesMade(terms.share, first.day, day)
    return {
      amount: intrinsicValue(terms, price.amount.times(made)),
      currency: price.currency,
      isIntrinsic: true,
    }
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

/** Ignores values that are further away than this. */
function ignoreDistant(day: string, holdsDays = Infinity) {
  return (found: Dated<Price> | null): Dated<Price> | null =>
    found && (holdsDays === Infinity || Math.abs(daysBetween(found.day, day)) <= holdsDays) ? found : null
}

function carriedTo(day: string, { closes, trades, transfers }: Sources): Dated<Price> | null {
  const before = [closes, trades, transfers].map((series) => series.onOrBefore(day))
  const after = [closes, trades, transfers].map((series) => series.after(day))
  return before.reduce(later, null) ?? after.reduce(earlier, null)
}

function later(one: Dated<Price> | null, other: Dated<Price> | null): Dated<Price> | null {
  return one && other ? (one.day >= other.day ? one : other) : (one ?? other)
}

function earlier(one: Dated<Price> | null, other: Dated<Price> | null): Dated<Price> | null {
  return one && other ? (one.day <= other.day ? one : other) : (one ?? other)
}

function sourcesOf(activities: readonly Activity[], closes: Closes | undefined): Sources {
  // Shares given away in a trade say nothing about their price; expired options do.
  const trades = activities.filter(({ type, cash }) => type === 'sell' || (type === 'buy' && !cash.isZero()))
  const transfers = activities.filter(({ type, price }) => type === 'transfer' && price !== null)
  return {
    closes: closes ? pricesOf(closes) : datedSeries(new Map()),
    trades: lazySeries(() => averagePrices(trades, ({ cash, fee }) => cash.plus(fee).negated())),
    transfers: lazySeries(() =>
      averagePrices(transfers, ({ price, quantity }) => quantity.times(price ?? ZERO)),
    ),
  }
}

/** Computed on first use, because most symbols have closes and thousands of trades. */
function lazySeries(pricesBy: () => Map<string, Price>): DatedSeries<Price> {
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
 * One price a day: the total paid for all shares traded, for any number of trades. The total is used instead of
 * the stated price, because an option's price is for one share of a hundred.
 */
function averagePrices(rows: readonly Activity[], paid: (row: Activity) => Decimal): Map<string, Price> {
  const prices = [...Map.groupBy(rows, ({ day }) => day)].map(([day, sameDay]) => {
    const shares = sameDay.reduce((sum, { quantity }) => sum.plus(quantity.abs()), ZERO)
    const amount = sameDay.reduce((sum, row) => sum.plus(paid(row).abs()), ZERO).div(shares)
    return [day, { amount, currency: sameDay[0]?.currency ?? '' }] as const
  })
  return new Map(prices)
}
