// What is held now, in percent: since purchase, of the whole, and the way there.
import { allocation } from './allocation.ts'
import type { Valuation } from './daily-values.ts'
import { percentSincePurchase } from './holding-return.ts'
import type { MarketData } from './market-data.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { Decimal } from 'decimal.js'

/** Points of a sparkline: about three months of exchange days. */
const SPARK_DAYS = 63
const SPARK_POINTS = 17

export type HoldingRow = {
  ticker: string
  companyName: string
  percentReturn: string
  weight: string
  spark: string
}

/** Largest first; short positions and what nobody prices have no weight and are left out. */
export function holdingRows(valuation: Valuation, { closes }: MarketData): HoldingRow[] {
  const held = valuation.worth.flatMap((worth) =>
    worth.symbol !== null && worth.value.greaterThan(0) ? [{ ...worth, symbol: worth.symbol }] : [],
  )
  return allocation(held)
    .toSorted((a, b) => b.value.comparedTo(a.value))
    .flatMap(({ symbol, percent }) => {
      const holding = valuation.holdings.get(symbol)
      if (!holding) return []
      const price = valuation.prices.get(symbol) ?? null
      const recent = [...(closes.get(symbol)?.byDay.values() ?? [])].slice(-SPARK_DAYS)
      return [
        {
          ticker: symbol,
          companyName: holding.companyName ?? symbol,
          percentReturn: percentSincePurchase(holding, price) ?? NO_PERFORMANCE,
          weight: `${percent.toFixed(1)}%`,
          spark: JSON.stringify(sparkOf(recent.map((close) => new Decimal(close)))),
        },
      ]
    })
}

/** Ratios since the first close, evenly chosen, the last one included. */
function sparkOf(closes: Decimal[]): number[] {
  const [first] = closes
  if (!first || closes.length < 2) return []
  const points = Math.min(SPARK_POINTS, closes.length)
  return Array.from({ length: points }, (_, index) => {
    const close = closes[Math.round((index * (closes.length - 1)) / (points - 1))] ?? first
    return Number(close.div(first).minus(1).toFixed(4))
  })
}
