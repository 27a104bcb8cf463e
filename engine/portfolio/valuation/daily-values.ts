// Values an account at the close of each exchange day, with the flows of that day.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { type ActivityIssue, activityIssues } from '../holdings/activity-issues.ts'
import type { Rates } from '#engine/market/exchange-rates.ts'
import type { Holding } from '../holdings/holding.ts'
import { type Valuer, openValuer } from './valuer.ts'
import { holdingAfter } from '../holdings/book.ts'
import { type DailyFlows, type FlowOptions, flowsOn } from './daily-flows.ts'
import type { Closes } from './price-lookup.ts'
import { type MarketSplit, placeSplits } from './place-splits.ts'

/** In the base currency. */
export type DailyValue = Pick<DailyFlows, 'inflow' | 'outflow'> &
  Partial<Pick<DailyFlows, 'income' | 'internal'>> & {
    day: string
    /** At the close. Null if unknown. */
    value: Decimal | null
  }
/** The value of a holding, or of the cash in one currency (symbol null), in the base currency. */
export type AssetValue = { symbol: string | null; currency: string; value: Decimal }

export type ValuationInput = FlowOptions & {
  activities: readonly Activity[]
  /** Raw closes by symbol. */
  closes: ReadonlyMap<string, Closes>
  splits?: readonly MarketSplit[]
  rates?: Rates
  /** The base currency, ISO 4217. */
  base: string
  /** Ascending. The account is valued on each day from its first activity on. */
  exchangeDays: readonly string[]
  /** Activities after this day are issues. */
  today?: string
}
export type Valuation = {
  /** Empty if there are issues, or a currency without any rate. */
  days: DailyValue[]
  /** The components of the last day's value. */
  assets: AssetValue[]
  /** By symbol, at the end, including positions that were sold completely. */
  holdings: Map<string, Holding>
  /** Current price per share of each holding on the last day, in its currency, if known. */
  prices: Map<string, Decimal>
  issues: ActivityIssue[]
  /**
   * Holdings without a current price: the day of the price used instead. Holdings that never had a price count as zero.
   */
  unpriced: Map<string, string>
  /** Options held at the end that count at their intrinsic value, because the market has no price for them. */
  atIntrinsic: string[]
  /** Currencies without any rate. */
  unrated: string[]
}

const ZERO = new Decimal(0)

/**
 * Deposits, withdrawals and transfers are flows; dividends, interest and fees are part of the return (GIPS standards
 * 2020, glossary, "external cash flow"). Shares flow at the price they are valued at on the same day, so that a
 * transfer is no gain. Activities on a non-trading day count on the next exchange day. For the price of a day see
 * `priceLookup`, for the rate `rateLookup`.
 */
export function valueDaily(account: ValuationInput): Valuation {
  const activities = placeSplits(account.activities, account.splits)
  const valuer = openValuer(activities, account)
  const nothing = {
    days: [],
    assets: [],
    holdings: new Map(),
    prices: new Map(),
    unpriced: new Map(),
    atIntrinsic: [],
    unrated: [],
  }
  const issues = activityIssues(activities, account.today)
  if (issues.length > 0) return { ...nothing, issues }
  const days: DailyValue[] = []
  const book = openBook(valuer, issues)
  let assets: AssetValue[] = []
  const rows = queue(activities)
  for (const day of account.exchangeDays) {
    const today = rows.upTo(day)
    const flows = flowsOn(day, today, account, { valuer, held: book.held })
    for (const activity of today) book.take(activity)
    if (!book.hasBegun()) continue
    assets = assetsOn(day, book, valuer)
    days.push({ day, value: sum(assets.map(({ value }) => value)), ...flows })
  }
  const prices = pricesOf(book, days.at(-1)?.day, valuer)
  const unpriced = unpricedOf(book, days, valuer)
  const lastDay = days.at(-1)?.day
  const atIntrinsic = [...book.held.keys()].filter(
    (symbol) => lastDay !== undefined && valuer.isAtIntrinsic(symbol, lastDay),
  )
  // Activities since the last close have no value yet, but change the holdings.
  for (const activity of rows.rest()) book.take(activity)
  if (issues.length > 0) return { ...nothing, issues }
  const { holdings } = book
  const unrated = valuer.unrated()
  if (unrated.length > 0) return { ...nothing, holdings, issues, unpriced, unrated }
  return { days, assets, holdings, prices, issues, unpriced, atIntrinsic, unrated }
}

type Held = { held: ReadonlyMap<string, Holding>; cash: ReadonlyMap<string, Decimal> }

/** The current book only. A book for each day, as `buildBook` returns, would take more memory than all activities. */
function openBook({ priceIn }: Valuer, issues: ActivityIssue[]) {
  const holdings = new Map<string, Holding>()
  const held = new Map<string, Holding>()
  const cash = new Map<string, Decimal>()
  let hasBegun = false
  return {
    holdings,
    held,
    cash,
    hasBegun: () => hasBegun,
    take(activity: Activity): void {
      const { currency, cash: change } = activity
      if (!change.isZero()) {
        cash.set(currency, (cash.get(currency) ?? ZERO).plus(change))
        hasBegun = true
      }
      const after = holdingAfter(holdings, activity, { priceOn: priceIn })
      if (after === null) return
      if ('reason' in after) return void issues.push(after)
      hasBegun = true
      holdings.set(after.symbol, after)
      if (after.quantity.isZero()) held.delete(after.symbol)
      else held.set(after.symbol, after)
    },
  }
}

function unpricedOf({ held }: Held, days: readonly DailyValue[], valuer: Valuer): Map<string, string> {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return new Map()
  const found = [...held.values()].flatMap(({ symbol, currency }) => {
    const since = valuer.priceIn(symbol, last, currency) ? valuer.carriedSince(symbol, last) : first
    return since === null ? [] : [[symbol, since] as const]
  })
  return new Map(found)
}

function assetsOn(day: string, { held, cash }: Held, valuer: Valuer): AssetValue[] {
  const shares = [...held.values()].map(({ symbol, currency, quantity }) => {
    return { symbol, currency, value: valuer.worthOf(symbol, quantity, day) }
  })
  const money = [...cash].map(([currency, amount]) => {
    return { symbol: null, currency, value: valuer.inBase(amount, currency, day) }
  })
  return [...shares, ...money].filter(({ value }) => !value.isZero())
}

function pricesOf({ held }: Held, day: string | undefined, valuer: Valuer): Map<string, Decimal> {
  const prices = [...held.values()].flatMap(({ symbol, currency }) => {
    const price = day === undefined ? null : valuer.priceIn(symbol, day, currency)
    return price ? [[symbol, price] as const] : []
  })
  return new Map(prices)
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), ZERO)

/** Returns items in order of day, each once. */
function queue<T extends { day: string }>(all: readonly T[]) {
  let next = 0
  return {
    upTo(day: string): T[] {
      const start = next
      while (next < all.length && (all[next]?.day ?? '') <= day) next += 1
      return all.slice(start, next)
    },
    rest: () => all.slice(next),
  }
}
