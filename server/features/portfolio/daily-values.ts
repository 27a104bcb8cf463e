// What an account was worth at the close of each exchange day, and what came in and went out that day.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/outside/broker/port.ts'
import type { Fault } from './activity-faults.ts'
import type { Rates } from './exchange-rates.ts'
import type { Holding } from './holding.ts'
import { type Market, openMarket } from './market-value.ts'
import { type BookDay, readBook } from './positions.ts'
import type { Closes } from './prices.ts'
import { type MarketSplit, placeSplits } from './split-days.ts'

/** In the base currency. `value`: at the close; null where nobody knows it. */
export type DailyValue = { day: string; value: Decimal | null; inflow: Decimal; outflow: Decimal }
/** What a holding, or the cash in one currency (symbol null), is worth in the base currency. */
export type Worth = { symbol: string | null; currency: string; value: Decimal }

export type Account = {
  activities: readonly Activity[]
  /** Raw closes by symbol. */
  closes: ReadonlyMap<string, Closes>
  splits?: readonly MarketSplit[]
  rates?: Rates
  /** The base currency, ISO 4217. */
  base: string
  /** Ascending; the account is valued on each from its first activity on. */
  exchangeDays: readonly string[]
  /** Later activities are refused. */
  today?: string
}
export type Valuation = {
  /** None where there are faults, or a currency without any rate. */
  days: DailyValue[]
  /** What the value of the last day is made of. */
  worth: Worth[]
  /** By symbol, at the end; those sold completely included. */
  holdings: Map<string, Holding>
  /** Of what is held at the end: per share on the last day, in the holding's currency, where it is known. */
  prices: Map<string, Decimal>
  faults: Fault[]
  /** Symbols that nobody ever priced: they count as nothing, so that they neither gain nor lose. */
  unpriced: string[]
  /** Currencies without any rate. */
  unrated: string[]
}

const ZERO = new Decimal(0)

/**
 * Deposits, withdrawals and transfers are flows; dividends, interest and fees are returns (GIPS standards 2020,
 * glossary, "external cash flow"). Shares flow at the price they are valued at on the same day, so that a transfer is
 * no gain. What happened on a day without trading counts on the next exchange day. Which price a day has: see
 * `priceBoard`; which rate: see `rateBoard`.
 */
export function valueDaily(account: Account): Valuation {
  const activities = placeSplits(account.activities, account.splits)
  const market = openMarket(activities, account)
  const { today } = account
  const { book, faults } = readBook(activities, { priceOn: market.priceIn, ...(today && { today }) })
  const nothing = { days: [], worth: [], prices: new Map(), unpriced: [], unrated: [] }
  if (!book) return { ...nothing, holdings: new Map(), faults }
  const days: DailyValue[] = []
  const held: Held = { holdings: new Map(), cash: new Map() }
  let worth: Worth[] = []
  const [changes, rows] = [queue(book.days), queue(activities)]
  for (const day of account.exchangeDays) {
    const flows = rows.upTo(day).map((activity) => flowOf(activity, day, market))
    for (const change of changes.upTo(day)) take(held, change)
    if (changes.taken() === 0) continue
    worth = worthOn(day, held, market)
    const inflow = sum(flows.filter((flow) => flow.greaterThan(0)))
    const outflow = sum(flows.filter((flow) => flow.lessThan(0))).abs()
    days.push({ day, value: sum(worth.map(({ value }) => value)), inflow, outflow })
  }
  const { unpriced, unrated } = market.missing()
  const { holdings } = book
  if (unrated.length > 0) return { ...nothing, holdings, faults, unpriced, unrated }
  const prices = pricesOf(held, days.at(-1)?.day, market)
  return { days, worth, holdings, prices, faults, unpriced, unrated }
}

type Held = Omit<BookDay, 'day'>

function take(held: Held, { holdings, cash }: BookDay): void {
  for (const [symbol, holding] of holdings) {
    if (holding.quantity.isZero()) held.holdings.delete(symbol)
    else held.holdings.set(symbol, holding)
  }
  for (const [currency, amount] of cash) held.cash.set(currency, amount)
}

/** In the base currency: positive for what came in, negative for what went out, zero for anything but a flow. */
function flowOf(activity: Activity, day: string, market: Market): Decimal {
  const { type, symbol, quantity, cash, currency } = activity
  if (type === 'deposit' || type === 'withdrawal') return market.inBase(cash, currency, day)
  if (type !== 'transfer' || symbol === null) return ZERO
  return market.worthOf(symbol, quantity.times(market.sharesMade(symbol, activity.day, day)), day)
}

function worthOn(day: string, { holdings, cash }: Held, market: Market): Worth[] {
  const shares = [...holdings.values()].map(({ symbol, currency, quantity }) => {
    return { symbol, currency, value: market.worthOf(symbol, quantity, day) }
  })
  const money = [...cash].map(([currency, amount]) => {
    return { symbol: null, currency, value: market.inBase(amount, currency, day) }
  })
  return [...shares, ...money].filter(({ value }) => !value.isZero())
}

function pricesOf({ holdings }: Held, day: string | undefined, market: Market): Map<string, Decimal> {
  const prices = [...holdings.values()].flatMap(({ symbol, currency }) => {
    const price = day === undefined ? null : market.priceIn(symbol, day, currency)
    return price ? [[symbol, price] as const] : []
  })
  return new Map(prices)
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), ZERO)

/** Hands out what is in order of days, each once. */
function queue<T extends { day: string }>(all: readonly T[]) {
  let next = 0
  return {
    upTo(day: string): T[] {
      const start = next
      while (next < all.length && (all[next]?.day ?? '') <= day) next += 1
      return all.slice(start, next)
    },
    taken: () => next,
  }
}
