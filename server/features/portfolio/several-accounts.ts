// Several accounts of one person as one: each is valued by itself, and what they were worth is added up.
import { Decimal } from 'decimal.js'
import type { DailyValue, Valuation, Worth } from './daily-values.ts'
import type { Holding } from './holding.ts'

/**
 * All valued on the same exchange days and in the same base currency. Before its first day an account is worth
 * nothing; where one can't be valued, nor can all. Rows of two accounts can't be read as those of one: both tell of the
 * same split, and each of its own shares.
 */
export function together(valuations: readonly Valuation[]): Valuation {
  const all = <K extends keyof Valuation>(key: K) => valuations.map((valuation) => valuation[key])
  const faults = all('faults').flat()
  const unrated = [...new Set(all('unrated').flat())]
  const unpriced = [...new Set(all('unpriced').flat())]
  const isKnown = faults.length === 0 && unrated.length === 0
  const holdings = new Map<string, Holding>()
  for (const holding of all('holdings').flatMap((own) => [...own.values()])) {
    const other = holdings.get(holding.symbol)
    holdings.set(holding.symbol, other ? joined(other, holding) : holding)
  }
  // What is held in two accounts goes by the currency of the first, and so does its price.
  const prices = new Map(
    all('prices')
      .toReversed()
      .flatMap((own) => [...own]),
  )
  return {
    days: isKnown ? daysOf(all('days').flat()) : [],
    worth: isKnown ? worthOf(all('worth').flat()) : [],
    holdings,
    prices,
    faults,
    unpriced,
    unrated,
  }
}

function daysOf(days: readonly DailyValue[]): DailyValue[] {
  const byDay = [...Map.groupBy(days, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return byDay.map(([day, same]) => ({
    day,
    value: same.reduce<Decimal | null>((sum, { value }) => sum && value && sum.plus(value), new Decimal(0)),
    inflow: Decimal.sum(...same.map(({ inflow }) => inflow)),
    outflow: Decimal.sum(...same.map(({ outflow }) => outflow)),
  }))
}

function worthOf(worth: readonly Worth[]): Worth[] {
  const parts = Map.groupBy(worth, ({ symbol, currency }) => symbol ?? `cash in ${currency}`)
  return [...parts.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, value: Decimal.sum(...same.map(({ value }) => value)) }] : []
  })
}

/**
 * Sums of two currencies are none: what is held in both has no cost that can be told. Nor has what is held in one account
 * and sold short in the other.
 */
function joined(one: Holding, other: Holding): Holding {
  const isSame = one.currency === other.currency
  const [held] = [one, other].filter(({ quantity }) => !quantity.isZero())
  const areBothHeld = !one.quantity.isZero() && !other.quantity.isZero()
  const areOpposite = one.quantity.times(other.quantity).lessThan(0)
  const sumOf = (a: Decimal | null, b: Decimal | null) => (isSame ? a && b && a.plus(b) : null)
  return {
    symbol: one.symbol,
    companyName: one.companyName ?? other.companyName,
    currency: (held ?? one).currency,
    quantity: one.quantity.plus(other.quantity),
    short: one.short.plus(other.short),
    cost: areOpposite ? null : areBothHeld ? sumOf(one.cost, other.cost) : (held ?? one).cost,
    realised: sumOf(one.realised, other.realised),
  }
}
