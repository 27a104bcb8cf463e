// Calculates the return of a holding since purchase: as a percentage, and as an amount for its owner.
import { Decimal } from 'decimal.js'
import { signedPercent } from '#shared/rules/percent.ts'
import { averageCost, type Holding } from './holding.ts'

/**
 * "+3.2%" or "-1.0%": price / average cost − 1 (spec section 2, "percent return labelled since purchase"). Of shares sold
 * short (proceeds − cost of buying them back) / proceeds, so 100 % at most and losses without end (Investopedia,
 * "Calculating the Return on Short Sales"). Dividends and what was sold before are not in it. `price`: per share now, in
 * the holding's currency, as raw as the close of that day. Null where there is no price, nothing is held, or the cost is
 * unknown or nothing.
 */
export function percentSincePurchase(holding: Holding, price: Decimal | null): string | null {
  const average = averageCost(holding)
  if (!price || !average || average.isZero()) return null
  const ratio = price.div(average).minus(1).toNumber()
  return signedPercent(holding.quantity.lessThan(0) ? -ratio : ratio)
}

/**
 * What selling all would bring above the cost, or buying back all would leave of what its short sale brought; in the
 * holding's currency and before fees; null where it is unknown.
 */
export function unrealized({ quantity, cost }: Holding, price: Decimal | null): Decimal | null {
  if (quantity.isZero()) return new Decimal(0)
  return price && cost && price.times(quantity).minus(cost)
}
