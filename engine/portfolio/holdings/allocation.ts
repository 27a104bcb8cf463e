// Splits an account's value among its holdings and debts, in percentages that add up to 100.0.
import { Decimal } from 'decimal.js'

const THOUSAND = new Decimal(1000)

/**
 * Each part's percentage of the whole with one decimal, in the given order. Rounded down; the remaining tenths go to
 * the parts with the largest remainders, then the larger part, then the earlier one (largest remainder or Hamilton
 * method; Balinski and Young, "Fair Representation", 1982). The whole is the value after debts: debts have negative
 * percentages, and assets then add up to more than 100. Parts worth zero are left out. Empty if nothing remains after
 * debts.
 */
export function allocation<T extends { value: Decimal }>(parts: readonly T[]): (T & { percent: number })[] {
  const some = parts.filter(({ value }) => !value.isZero())
  const whole = Decimal.sum(0, ...some.map(({ value }) => value))
  if (whole.lessThanOrEqualTo(0)) return []
  const shares = some.map((part) => {
    const exact = part.value.times(THOUSAND).div(whole)
    return { part, tenths: exact.floor().toNumber(), rest: exact.minus(exact.floor()) }
  })
  const left = 1000 - shares.reduce((sum, { tenths }) => sum + tenths, 0)
  const favoured = shares.toSorted(
    (a, b) => b.rest.comparedTo(a.rest) || b.part.value.comparedTo(a.part.value),
  )
  for (const share of favoured.slice(0, left)) share.tenths += 1
  return shares.map(({ part, tenths }) => ({ ...part, percent: tenths / 10 }))
}
