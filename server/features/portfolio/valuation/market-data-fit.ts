// Detects closes that belong to another share: other exchanges use the same symbols.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/adapters/broker/port.ts'
import type { RateOn } from '#server/market/exchange-rates.ts'
import type { Closes } from './price-lookup.ts'

/**
 * A price within a day rarely differs this much from its close. The price of another security, or of ten shares in one,
 * mostly does.
 */
const FACTOR = 1.5

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
    (ratio) => ratio.greaterThan(FACTOR) || ratio.lessThan(new Decimal(1).div(FACTOR)),
  )
  return far.length * 2 > ratios.length
}
