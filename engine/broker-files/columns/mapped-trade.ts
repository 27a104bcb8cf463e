// Translates purchases and sales of a table whose columns the owner named.
import type { Decimal } from 'decimal.js'
import { type Draft, ZERO } from '../drafts.ts'
import { type MappedRow, type MappingContext, sizeOf } from './mapped-figures.ts'

export function trade(type: 'buy' | 'sell', context: MappingContext, row: MappedRow): Omit<Draft, 'day'> {
  const { figures } = context
  const quantity = sizeOf(figures, row).abs()
  const costs = figures.fee.plus(figures.tax)
  const paid = figures.amount && !figures.amount.isZero() ? paidFor(type, quantity, context) : null
  const { price } = figures
  return {
    type,
    quantity,
    price: price && paid ? fitting(price, paid, costs, quantity) : price,
    cash: paid,
    fee: costs,
  }
}

/** A trade's change of cash, regardless of its amount's sign. A sale that brings less than its fees costs cash too. */
function paidFor(type: 'buy' | 'sell', quantity: Decimal, { figures, mapping }: MappingContext): Decimal {
  const { price, fee, tax } = figures
  const costs = fee.plus(tax)
  const amount = figures.amount ?? ZERO
  const sum = amount.abs()
  const isGross = mapping.amount === 'before_fees'
  if (type === 'buy') return sum.plus(isGross ? costs : 0).neg()
  if (isGross) return sum.minus(costs)
  const isLoss = price ? quantity.times(price).lt(costs) : amount.isNegative() && sum.lt(costs)
  return isLoss ? sum.neg() : sum
}

/** A price within this fraction of the amount's matches it. Beyond that it may be in another currency, or a mistake. */
const NEAR = 0.02
const FAR = 2

/** Null for a price that only roughly matches its amount, such as one in another currency. The amount then decides. */
function fitting(price: Decimal, paid: Decimal, costs: Decimal, quantity: Decimal): Decimal | null {
  if (price.isZero()) return null
  const each = paid.plus(costs).abs().dividedBy(quantity)
  const off = each.minus(price).abs().dividedBy(price.abs())
  const isRough = each.lt(price.abs().times(FAR)) && each.gt(price.abs().dividedBy(FAR))
  return isRough && off.gt(NEAR) ? null : price
}

/** Buy or sell by the sign of the quantity, by the sign of the amount, or by a word in the details. */
export function bySign(context: MappingContext, row: MappedRow): Omit<Draft, 'day'> {
  const { quantity, amount } = context.figures
  if (quantity?.isNegative()) return trade('sell', context, row)
  if (amount && !amount.isZero() && context.mapping.outflows === 'minus')
    return trade(amount.isNegative() ? 'buy' : 'sell', context, row)
  if (/\b(sell|sold|close)\b/i.test(context.figures.details)) return trade('sell', context, row)
  return trade('buy', context, row)
}
