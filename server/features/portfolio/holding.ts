// What is held of one symbol, what it cost on average, and how buying, selling, splits and transfers change both.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/outside/broker/port.ts'
import type { FaultReason } from './activity-faults.ts'

export type Holding = {
  symbol: string
  companyName: string | null
  /** ISO 4217, of `cost` and `realised`. */
  currency: string
  /** Shares as they are counted that day, splits applied; zero for what was sold completely. */
  quantity: Decimal
  /** What the held shares cost, fees of buying included; null where some came in at a price nobody knows. */
  cost: Decimal | null
  /** What sales brought above the cost of what was sold, fees of selling taken off; null where a cost is unknown. */
  realised: Decimal | null
}
/** A change that can't have happened; the holding stays as it was. */
export type Refusal = { refused: FaultReason; message: string }

const ZERO = new Decimal(0)
/** Of a share; less is what a ratio with endless digits leaves over. */
const SMALLEST = 1e-9

/** Per share, in the holding's currency; null where nothing is held or the cost is unknown. */
export function averageCost({ quantity, cost }: Holding): Decimal | null {
  return cost && !quantity.isZero() ? cost.div(quantity) : null
}

/**
 * The holding after an activity that changes shares. Average cost method: a sale takes the same part of the cost as of
 * the shares; a split changes the shares and not the cost. Sources: 26 CFR 1.1012-1(e), "Average basis method"; HMRC
 * Capital Gains Manual CG51575 (the costs of acquisition are in the pool) and CG51622 (disposals); for splits the IRS
 * answers "Stocks (options, splits, traders)". `price`: what a share was worth in the activity's currency, asked only
 * for shares that came in without a price.
 */
export function changed(
  before: Holding | undefined,
  activity: Activity,
  price: () => Decimal | null,
): Holding | Refusal {
  const holding = opened(before, activity)
  const { quantity, cash } = activity
  switch (activity.type) {
    case 'buy':
      return differsInCurrency(holding, activity) ?? added(holding, quantity, cash.negated())
    case 'sell':
      return differsInCurrency(holding, activity) ?? taken(holding, quantity.negated(), cash)
    case 'transfer': {
      if (quantity.lessThan(0)) return taken(holding, quantity.negated(), null)
      const each = activity.price ?? price()
      return differsInCurrency(holding, activity) ?? added(holding, quantity, each && each.times(quantity))
    }
    case 'split':
      return split(holding, activity)
    // Shares paid as a dividend cost nothing: the cost is spread over more of them.
    case 'dividend':
    case 'interest':
    case 'fee':
    case 'deposit':
    case 'withdrawal':
      return added(holding, quantity, ZERO)
  }
}

function opened(before: Holding | undefined, activity: Activity): Holding {
  const { symbol, companyName, currency } = activity
  const nothing = { symbol: symbol ?? '', companyName, currency, quantity: ZERO, cost: ZERO, realised: ZERO }
  if (!before) return nothing
  const named = { ...before, companyName: companyName ?? before.companyName }
  if (before.currency === currency || activity.type === 'split') return named
  // What is held at no known cost, or not at all, may go on in another currency; sums of two currencies may not.
  if (before.cost && !before.quantity.isZero()) return named
  return { ...named, currency, realised: before.realised?.isZero() ? ZERO : null }
}

function differsInCurrency(holding: Holding, { symbol, currency }: Activity): Refusal | null {
  if (holding.currency === currency) return null
  const message = `${symbol} is held in ${holding.currency} and traded here in ${currency}.`
  return { refused: 'two_currencies', message }
}

/** Unknown stays unknown until everything is sold. */
function added(holding: Holding, quantity: Decimal, cost: Decimal | null): Holding {
  const sum = holding.cost && cost && holding.cost.plus(cost)
  return { ...holding, quantity: holding.quantity.plus(quantity), cost: sum }
}

/** `proceeds`: null for what left without being sold, and so brought no gain. */
function taken(holding: Holding, quantity: Decimal, proceeds: Decimal | null): Holding | Refusal {
  const { symbol, cost, realised } = holding
  const rest = holding.quantity.minus(quantity)
  const left = rest.lessThan(0) && rest.abs().lessThan(rounding(quantity)) ? ZERO : rest
  if (left.lessThan(0)) {
    const held = holding.quantity.isZero() ? 'none was held' : `only ${holding.quantity.toString()} were held`
    const message = `${quantity.toString()} of ${symbol} left the account, but ${held}.`
    return { refused: 'sold_more_than_held', message }
  }
  const kept = costOf(holding, left)
  const gain = proceeds ? cost && kept && proceeds.minus(cost.minus(kept)) : ZERO
  return {
    ...holding,
    quantity: left,
    cost: left.isZero() ? ZERO : kept,
    realised: realised && gain && realised.plus(gain),
  }
}

/**
 * How much more than it has an account may sell: brokers round fractions of shares in their exports, so that what was
 * bought bit by bit and sold at once differs in the last digit. Less than a thousandth of a share and of the sale.
 */
const rounding = (sold: Decimal) => Decimal.min(1, sold).times(0.001)

/** The part of the cost that belongs to so many of the held shares. */
function costOf({ quantity, cost }: Holding, part: Decimal): Decimal | null {
  return cost && (quantity.isZero() ? ZERO : cost.times(part).div(quantity))
}

/** Fractions the broker paid out in cash are sold: their part of the cost goes with them. */
function split(holding: Holding, { symbol, quantity, ratio, cash }: Activity): Holding | Refusal {
  const { quantity: held } = holding
  if (held.isZero())
    return { refused: 'split_without_shares', message: `${symbol} was split, but none was held.` }
  const whole = ratio ? held.times(ratio) : held.plus(quantity)
  const after = quantity.isZero() ? whole : held.plus(quantity)
  const fraction = whole.minus(after)
  if (fraction.abs().greaterThanOrEqualTo(1) || after.lessThan(0)) {
    const message = `${symbol} split ${held.toString()} shares into ${whole.toString()}, but ${after.toString()} were held then.`
    return { refused: 'split_does_not_fit', message }
  }
  if (fraction.lessThan(SMALLEST)) return { ...holding, quantity: after }
  const paidOut = taken({ ...holding, quantity: whole }, fraction, cash)
  return 'refused' in paidOut ? paidOut : { ...paidOut, quantity: after }
}
