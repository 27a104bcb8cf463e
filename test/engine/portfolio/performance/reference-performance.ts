// A slow, simple reference implementation of the performance figures: each day from the beginning, with exact
// fractions.
import { Decimal } from 'decimal.js'
import type { ValuationInput } from '#engine/portfolio/valuation/daily-values.ts'

/** An exact fraction, so that nothing is rounded on the way. */
type Fraction = { top: bigint; bottom: bigint }
const fraction = (decimal: Decimal): Fraction => {
  const digits = decimal.decimalPlaces()
  return { top: BigInt(decimal.times(`1e${digits}`).toFixed(0)), bottom: 10n ** BigInt(digits) }
}
const plus = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})
const times = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, bottom: a.bottom * b.bottom })
const over = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom, bottom: a.bottom * b.top })
const numberOf = ({ top, bottom }: Fraction): number => Number((top * 10n ** 15n) / bottom) / 1e15

/** Cost per held share, for ordered rows without transfers and splits. */
export function referenceAverageCost({ activities }: ValuationInput, symbol: string): number | null {
  let shares: Fraction = { top: 0n, bottom: 1n }
  let cost: Fraction = { top: 0n, bottom: 1n }
  for (const { type, quantity, cash } of activities.filter((row) => row.symbol === symbol)) {
    if (type !== 'buy' && type !== 'sell') continue
    const [change, paid] = [fraction(quantity), fraction(cash.negated())]
    const left = plus(shares, change)
    // A change that reduces the position takes its part of the cost; one that crosses zero opens a new position.
    if (change.top * shares.top >= 0n) cost = plus(cost, paid)
    else if (left.top * shares.top >= 0n) cost = times(cost, over(left, shares))
    else cost = times(paid, over(left, change))
    shares = left
  }
  return shares.top === 0n ? null : numberOf(over(cost, shares))
}

export type ReferenceDay = { day: string; value: number; inflow: number; outflow: number }

/** Computes in doubles. The account must have no splits, and all its activities must be on exchange days. */
export function referenceDays(account: ValuationInput): ReferenceDay[] {
  const { activities, closes, rates, exchangeDays } = account
  const rateOn = (currency: string, day: string) =>
    currency === 'USD' ? 1 : Number(rates?.get(currency)?.get(day))
  /** The last close up to that day; then the last trade's price; then the next close or trade; otherwise 0. */
  const priceOn = (symbol: string, day: string): number => {
    const known = closes.get(symbol)
    const before = exchangeDays.filter((each) => each <= day).toReversed()
    const after = exchangeDays.filter((each) => each > day)
    const closeOf = (each: string) => known?.byDay.get(each)
    const tradesOf = (each: string) =>
      activities.filter(
        (row) => row.symbol === symbol && row.day === each && (row.type === 'buy' || row.type === 'sell'),
      )
    const paidOn = (each: string) => {
      const trades = tradesOf(each)
      const paid = trades.reduce((sum, { cash, fee }) => sum + Math.abs(cash.plus(fee).toNumber()), 0)
      return paid / trades.reduce((sum, { quantity }) => sum + Math.abs(quantity.toNumber()), 0)
    }
    const withClose = before.find((each) => closeOf(each) !== undefined)
    if (withClose) return Number(closeOf(withClose))
    const withTrade = before.find((each) => tradesOf(each).length > 0)
    if (withTrade) return paidOn(withTrade)
    const later = after.find((each) => closeOf(each) !== undefined || tradesOf(each).length > 0)
    if (!later) return 0
    return closeOf(later) === undefined ? paidOn(later) : Number(closeOf(later))
  }
  const currencyOf = (symbol: string) => closes.get(symbol)?.currency ?? ''
  const worthOf = (symbol: string, shares: number, day: string) =>
    shares * priceOn(symbol, day) * rateOn(currencyOf(symbol), day)

  return exchangeDays.map((day) => {
    const soFar = activities.filter((row) => row.day <= day)
    const cash = soFar.reduce((sum, row) => sum + row.cash.toNumber() * rateOn(row.currency, day), 0)
    const held = [...closes.keys()].reduce((sum, symbol) => {
      const own = soFar.filter((row) => row.symbol === symbol)
      // Doubles would leave a remainder of what was sold completely.
      const shares = own.length === 0 ? 0 : Decimal.sum(...own.map(({ quantity }) => quantity)).toNumber()
      return sum + (shares === 0 ? 0 : worthOf(symbol, shares, day))
    }, 0)
    const flows = soFar
      .filter((row) => row.day === day)
      .map(({ type, symbol, quantity, cash: amount, currency }) => {
        if (type === 'deposit' || type === 'withdrawal') return amount.toNumber() * rateOn(currency, day)
        return type === 'transfer' && symbol ? worthOf(symbol, quantity.toNumber(), day) : 0
      })
    const inflow = flows.reduce((sum, flow) => sum + Math.max(flow, 0), 0)
    const outflow = flows.reduce((sum, flow) => sum + Math.max(-flow, 0), 0)
    return { day, value: cash + held, inflow, outflow }
  })
}

/**
 * A fund's unit prices: inflows buy units at the price at the start of the day, outflows sell them at the price at its
 * end. The return is that of the unit price. Bacon (2008), "unitised method".
 */
export function unitPrices(days: readonly ReferenceDay[]): number[] {
  let [units, price] = [0, 1]
  return days.map(({ value, inflow, outflow }) => {
    units += inflow / price
    price = (value + outflow) / units
    units -= outflow / price
    return price
  })
}
