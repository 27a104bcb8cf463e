// Builds the stored holdings: return since purchase, weight in the account, and the sparkline.
import { allocation } from './allocation.ts'
import type { Valuation } from '../valuation/daily-values.ts'
import { percentSincePurchase } from './holding-return.ts'
import type { MarketData } from '../valuation/market-data.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { Decimal } from 'decimal.js'

/** Points of a sparkline: about three months of exchange days. */
const SPARK_DAYS = 63
const SPARK_POINTS = 17
/** Appended to the name of a short position. */
const SHORT = '(sold short)'

export type ComputedHolding = {
  ticker: string
  companyName: string
  percentReturn: string
  /** Null if debts are at least as large as assets. */
  weight: string | null
  spark: string
  /** The day of the last known price, if it is carried forward; otherwise null. */
  noPriceSince: string | null
  /** Whether it is an option at its intrinsic value. */
  isAtIntrinsic: boolean
}

/** A portfolio's composition, in percent of its value. */
export type HoldingsResult = {
  holdings: ComputedHolding[]
  /** Cash in all currencies, negative if borrowed. Null if it rounds to zero. */
  cashWeight: string | null
}

/**
 * Long positions, largest first, then short positions with a negative weight. Weights are parts of the account's value,
 * including cash and net of debts. With the cash weight they add up to 100.0 %.
 */
export function holdingRowsOf(valuation: Valuation, { closes }: MarketData): HoldingsResult {
  const [cash, parts] = [cashOf(valuation), sharesOf(valuation)]
  const weighed = allocation([...parts, { symbol: null, value: cash }])
  const weightOf = (one: string | null) => {
    const percent = weighed.find(({ symbol }) => symbol === one)?.percent
    return percent === undefined ? null : `${percent.toFixed(1)}%`
  }
  const holdings = parts
    .toSorted((a, b) => b.value.comparedTo(a.value))
    .flatMap(({ symbol }) => {
      const holding = valuation.holdings.get(symbol)
      if (!holding) return []
      const price = valuation.prices.get(symbol) ?? null
      const recent = [...(closes.get(symbol)?.byDay.values() ?? [])].slice(-SPARK_DAYS)
      const name = holding.companyName ?? symbol
      return [
        {
          ticker: symbol,
          companyName: holding.quantity.lessThan(0) ? `${name} ${SHORT}` : name,
          percentReturn: percentSincePurchase(holding, price) ?? NO_PERFORMANCE,
          weight: weightOf(symbol),
          spark: JSON.stringify(sparkOf(recent.map((close) => new Decimal(close)))),
          noPriceSince: valuation.unpriced.get(symbol) ?? null,
          isAtIntrinsic: valuation.atIntrinsic.includes(symbol),
        },
      ]
    })
  const cashWeight = weightOf(null)
  return { holdings, cashWeight: cashWeight === NO_WEIGHT ? null : cashWeight }
}

const NO_WEIGHT = '0.0%'

function sharesOf({ assets, unpriced, atIntrinsic }: Valuation) {
  const priced = assets.flatMap(({ symbol, value }) =>
    symbol === null || value.isZero() ? [] : [{ symbol, value }],
  )
  const worthNothing = [...unpriced.keys(), ...atIntrinsic].filter(
    (one) => !priced.some(({ symbol }) => symbol === one),
  )
  return [...priced, ...worthNothing.map((symbol) => ({ symbol, value: new Decimal(0) }))]
}

const cashOf = ({ assets }: Valuation) =>
  Decimal.sum(0, ...assets.filter(({ symbol }) => symbol === null).map(({ value }) => value))

/** Returns as ratios since the first close, evenly sampled, including the last one. */
function sparkOf(closes: Decimal[]): number[] {
  const [first] = closes
  if (!first || closes.length < 2) return []
  const points = Math.min(SPARK_POINTS, closes.length)
  return Array.from({ length: points }, (_, index) => {
    const close = closes[Math.round((index * (closes.length - 1)) / (points - 1))] ?? first
    return Number(close.div(first).minus(1).toFixed(4))
  })
}
