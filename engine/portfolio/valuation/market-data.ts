// Gathers the closes, splits and exchange rates of everything an account ever held, and of the shares of its options.
import type { Bar, PriceHistory } from '#engine/market/prices.ts'
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'
import { DayCloses } from '#engine/market/day-closes.ts'
import { type RateOn, rateLookup, type Rates } from '#engine/market/exchange-rates.ts'
import { optionTerms } from '#engine/market/option-terms.ts'
import type { Closes } from './price-lookup.ts'
import { type StatementPrice, samplePrices } from './sample-prices.ts'
import type { MarketSplit } from './place-splits.ts'

export type MarketData = {
  closes: Map<string, Closes>
  splits: MarketSplit[]
  rates: Rates
  /** False if no rate from the base currency to any other is known. */
  hasBaseRates: boolean
  /** Symbols that the market uses for another security. They have no closes. */
  mismatched: string[]
}

/**
 * How long real prices and rates are carried forward: longer than any closure of the exchange, but short enough to stay
 * accurate.
 */
const HOLDS_DAYS = 31

/** The currency of several accounts if they agree, otherwise US dollars. */
export function baseCurrencyOf(accounts: readonly { currency: string }[]): string {
  const currencies = new Set(accounts.map(({ currency }) => currency))
  return currencies.size === 1 ? (accounts[0]?.currency ?? 'USD') : 'USD'
}

/**
 * Days are `YYYY-MM-DD`. `statementPrices`: prices, which sample prices pass through. Includes the shares of options,
 * for the options' intrinsic values.
 */
export async function gatherMarketData(
  { market }: { market: Pick<PriceHistory, 'isSample' | 'closes' | 'splits' | 'rates'> },
  activities: Activity[],
  base: string,
  from: string,
  to: string,
  statementPrices: readonly StatementPrice[] = [],
): Promise<MarketData> {
  const { rates, hasBaseRates } = await ratesFor(market, activities, base, from, to)
  const rateOn = rateLookup(base, rates)
  const closes = new Map<string, Closes>()
  const splits: MarketSplit[] = []
  const mismatched: string[] = []
  const bySymbol: Map<string, Activity[]> = Map.groupBy(
    activities.filter(({ symbol }) => symbol !== null),
    ({ symbol }) => symbol ?? '',
  )
  // The sample market's level of a share that the account never traded says nothing about its options.
  for (const symbol of market.isSample ? [] : bySymbol.keys()) {
    const share = optionTerms(symbol)?.share
    if (share != null && !bySymbol.has(share)) bySymbol.set(share, [])
  }
  const pricesOf = Map.groupBy(statementPrices, ({ symbol }) => symbol)
  for (const [symbol, own] of bySymbol) {
    const bars = await market.closes(symbol, from, to)
    const real = { currency: 'USD', byDay: byDay(bars), holdsDays: HOLDS_DAYS }
    const isMismatched = !market.isSample && isDifferentSecurity(own, real, rateOn)
    if (isMismatched) mismatched.push(symbol)
    if (market.isSample) closes.set(symbol, samplePrices(bars, own, pricesOf.get(symbol)))
    else closes.set(symbol, isMismatched ? { ...real, byDay: new Map() } : real)
    if (isMismatched) continue
    for (const split of await market.splits(symbol, from, to)) splits.push({ symbol, ...split })
  }
  return { closes, splits, rates, hasBaseRates, mismatched }
}

/**
 * A price within a day rarely differs this much from its close. The price of another security, or of ten shares in one,
 * mostly does.
 */
const PRICE_FACTOR = 1.5

/**
 * Whether most trades on days with a close are more than 1.5 times that close or less than two thirds of it. False if
 * nothing can be compared. `rateOn` converts into the base currency.
 */
export function isDifferentSecurity(
  own: readonly Activity[],
  { currency, byDay }: Closes,
  rateOn: RateOn,
): boolean {
  const ratios = own.flatMap(({ type, day, quantity, cash, fee, currency: paidIn }) => {
    const close = byDay.get(day)
    const isTrade = (type === 'buy' || type === 'sell') && !quantity.isZero() && !cash.isZero()
    const [rate, closeRate] = [rateOn(paidIn, day), rateOn(currency, day)]
    if (!isTrade || close === undefined || !rate || !closeRate) return []
    const paid = cash.plus(fee).abs().div(quantity.abs()).times(rate)
    return [paid.div(closeRate.times(close))]
  })
  const far = ratios.filter(
    (ratio) => ratio.greaterThan(PRICE_FACTOR) || ratio.lessThan(new Decimal(1).div(PRICE_FACTOR)),
  )
  return far.length * 2 > ratios.length
}

/**
 * With a real market, a currency gets rates only if they are known for the whole time since the account first had it.
 */
async function ratesFor(
  market: Pick<PriceHistory, 'isSample' | 'rates'>,
  activities: Activity[],
  base: string,
  from: string,
  to: string,
): Promise<Pick<MarketData, 'rates' | 'hasBaseRates'>> {
  const firstDays = new Map<string, string>()
  for (const { currency, day } of activities)
    if (day < (firstDays.get(currency) ?? '9999-12-31')) firstDays.set(currency, day)
  // Closes are in US dollars: always in a real market, and for sample prices unless a trade is in another currency.
  firstDays.set('USD', from)
  const inBase = new Map((await market.rates(base, from, to)).map(({ day, close }) => [day, close]))
  const rates = new Map<string, Map<string, Decimal>>()
  for (const [currency, first] of firstDays) {
    if (currency === base || currency === '') continue
    const inDollars = await market.rates(currency, from, to)
    const crossed = inDollars.flatMap(({ day, close }) => {
      const other = inBase.get(day)
      return other ? [[day, close.div(other)] as const] : []
    })
    const days = crossed.map(([day]) => day).filter((day) => day >= first)
    const isWhole = market.isSample || first > to || widestGap([first, ...days, to]) <= HOLDS_DAYS
    if (crossed.length > 0 && isWhole) rates.set(currency, new Map(crossed))
  }
  return { rates, hasBaseRates: inBase.size > 0 }
}

const widestGap = (days: string[]): number =>
  days.reduce((widest, day, index) => Math.max(widest, daysBetween(days[index - 1] ?? day, day)), 0)

const byDay = (bars: Bar[]) => new DayCloses(bars.map(({ day, close }) => ({ day, close: close.toNumber() })))

/** Split-adjusted closes, for the sparklines of holdings. */
export function splitAdjusted({ closes, splits, ...rest }: MarketData): MarketData {
  const perShare = [...closes].map(([symbol, { byDay: raw, ...more }]): [string, Closes] => {
    const own = splits.filter((split) => split.symbol === symbol)
    if (own.length === 0) return [symbol, { ...more, byDay: raw }]
    const made = (day: string) =>
      own.reduce((product, split) => (split.day > day ? product.times(split.ratio) : product), new Decimal(1))
    const adjusted = [...raw].map(([day, close]) => [day, new Decimal(close).div(made(day))] as const)
    return [symbol, { ...more, byDay: new Map(adjusted) }]
  })
  return { closes: new Map(perShare), splits, ...rest }
}
