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
/** Behind the name of what is owed instead of owned. */
const SHORT = '(sold short)'

export type HoldingRow = {
  ticker: string
  companyName: string
  percentReturn: string
  /** Null where nothing is owned to compare with. */
  weight: string | null
  spark: string
}

/**
 * What is owned, largest first, its weights 100.0 % together; then what was sold short, its weight the part of what is
 * owned that would have to be spent on buying it back, with a minus. So no weight hides that more is owed than the
 * whole. What nobody prices is left out.
 */
export function holdingRows(valuation: Valuation, { closes }: MarketData): HoldingRow[] {
  const parts = valuation.worth.flatMap(({ symbol, value }) => (symbol === null ? [] : [{ symbol, value }]))
  const owned = allocation(parts).map((part) => ({ ...part, weight: `${part.percent.toFixed(1)}%` }))
  const whole = Decimal.sum(0, ...owned.map(({ value }) => value))
  const owed = parts
    .filter(({ value }) => value.lessThan(0))
    .map((part) => ({
      ...part,
      weight: whole.isZero() ? null : `${part.value.times(100).div(whole).toFixed(1)}%`,
    }))
  return [...owned, ...owed]
    .toSorted((a, b) => b.value.comparedTo(a.value))
    .flatMap(({ symbol, weight }) => {
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
          weight,
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
