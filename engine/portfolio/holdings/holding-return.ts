// Calculates the return of a holding since purchase: as a percentage, and as an amount for its owner.
import { Decimal } from 'decimal.js'
import { signedPercent } from '#shared/rules/percent.ts'
import { averageCost, type Holding } from './holding.ts'

/**
 * "+3.2%" or "-1.0%": price / average cost − 1 (spec section 2, "percent return labelled since purchase"). For short
 * positions (proceeds − cost of buying back) / proceeds, so at most 100 % and with unlimited losses (Investopedia,
 * "Calculating the Return on Short Sales"). Excludes dividends and earlier sales. `price`: the current price per share
 * in the holding's currency, unadjusted. Null if there is no price, nothing is held, or the cost is unknown or zero.
 */
export function percentSincePurchase(holding: Holding, price: Decimal | null): string | null {
  const average = averageCost(holding)
  if (!price || !average || average.isZero()) return null
  const ratio = price.div(average).minus(1).toNumber()
  return signedPercent(holding.quantity.lessThan(0) ? -ratio : ratio)
}

/**
 * The gain from selling everything now, or from covering the whole short position, in the holding's currency and before
 * fees. Null if unknown.
 */
export function unrealized({ quantity, cost }: Holding, price: Decimal | null): Decimal | null {
  if (quantity.isZero()) return new Decimal(0)
  return price && cost && price.times(quantity).minus(cost)
}
