// Splits an account's value among its holdings and debts, in percentages that add up to 100.0.
import { Decimal } from 'decimal.js'

const THOUSAND = new Decimal(1000)

/**
 * Each part's percent of the whole with one decimal, in the order given: rounded down, and the tenths left over given
 * to those who lost most by it (the largest remainder method, in elections Hamilton's; Balinski and Young, "Fair
 * Representation", 1982), the larger and then the earlier first. The whole is what is left when debts are paid: what is
 * owed has a percent below zero, and what is owned then adds up to more than 100. What is worth zero is left out. Empty
 * where nothing would be left.
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
