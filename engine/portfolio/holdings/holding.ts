// Applies purchases, sales, splits and transfers to a holding: its quantity and its average cost.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import type { IssueReason } from './activity-issues.ts'

export type Holding = {
  symbol: string
  companyName: string | null
  /** ISO 4217, the currency of `cost` and `realized`. */
  currency: string
  /** Shares as counted on that day, with splits applied. Zero if sold completely, negative for a net short position. */
  quantity: Decimal
  /**
   * Shares the broker reported as sold short and not yet bought back. Some brokers hold long and short positions side
   * by side.
   */
  short: Decimal
  /**
   * The cost of the held shares, including purchase fees. For short positions the negative proceeds, net of fees. Null
   * if some shares came in at an unknown price.
   */
  cost: Decimal | null
  /** Proceeds above the cost of the shares sold or bought back, net of fees. Null if a cost is unknown. */
  realized: Decimal | null
}
/** A change that can't have happened. The holding stays as it was. */
export type ImpossibleChange = { issue: IssueReason; message: string }

const ZERO = new Decimal(0)
/** In shares. A ratio with endless decimals leaves remainders smaller than this. */
const SMALLEST_QUANTITY = 1e-9

/**
 * Per share, in the holding's currency; for short positions the average proceeds. Null if nothing is held or the cost
 * is unknown.
 */
export function averageCost({ quantity, cost }: Holding): Decimal | null {
  return cost && !quantity.isZero() ? cost.div(quantity) : null
}

/**
 * The holding after an activity that changes shares. Average cost method: a sale removes the same fraction of the cost
 * as of the shares; a split changes the shares and not the cost. Sources: 26 CFR 1.1012-1(e), "Average basis method";
 * HMRC Capital Gains Manual CG51575 (acquisition costs are in the pool) and CG51622 (disposals); for splits the IRS
 * answers "Stocks (options, splits, traders)". Short positions work the same with reversed signs: buying back gains the
 * difference to the proceeds (26 CFR 1.1233-1(a)). A short sale of shares that are held sells those first (IRS
 * Publication 550, "Constructive sales"). `price` returns a share's value in the activity's currency, and is called
 * only for shares that came in without a price. Shares received from an employer or as a gift have the cost that their
 * owner states, which may be zero.
 */
export function applyActivity(
  before: Holding | undefined,
  activity: Activity,
  price: () => Decimal | null,
): Holding | ImpossibleChange {
  const holding = opened(before, activity)
  const { quantity, cash, isShort } = activity
  switch (activity.type) {
    case 'buy':
    case 'sell':
      return bookInCurrency(holding, activity, cash.negated(), true)
    case 'transfer': {
      if (quantity.lessThan(0) && !isShort) return bookWithinHoldings(holding, activity, null, false)
      const each = activity.ownerCost ?? activity.price ?? price()
      const worth = each && each.times(quantity)
      return bookInCurrency(holding, activity, worth, false)
    }
    case 'split':
      return split(holding, activity)
    // Handled by `exchangeShares`, because it needs two holdings.
    case 'exchange':
    // Shares paid as a dividend cost nothing: the cost is spread over more shares.
    case 'dividend':
    case 'interest':
    case 'fee':
    case 'deposit':
    case 'withdrawal':
      return book(holding, quantity, ZERO, false)
  }
}

function opened(before: Holding | undefined, activity: Activity): Holding {
  const { symbol, companyName, currency } = activity
  const none = { quantity: ZERO, short: ZERO, cost: ZERO, realized: ZERO }
  if (!before) return { symbol: symbol ?? '', companyName, currency, ...none }
  const named = { ...before, companyName: companyName ?? before.companyName }
  if (before.currency === currency || activity.type === 'split') return named
  // A position with unknown cost, or none, may continue in another currency. Sums in two currencies may not.
  if (before.cost && !before.quantity.isZero()) return named
  return { ...named, currency, realized: before.realized?.isZero() ? ZERO : null }
}

/** Amounts in two currencies can't be added, so a position traded in a second currency has no known cost. */
function bookInCurrency(
  holding: Holding,
  activity: Activity,
  cost: Decimal | null,
  gains: boolean,
): Holding | ImpossibleChange {
  if (holding.currency === activity.currency) return bookWithinHoldings(holding, activity, cost, gains)
  return bookWithinHoldings({ ...holding, cost: null, realized: null }, activity, null, gains)
}

/**
 * Sells no more than is held and buys back no more than is owed, except for what the broker itself calls a short sale.
 */
function bookWithinHoldings(
  holding: Holding,
  { quantity, isShort }: Activity,
  cost: Decimal | null,
  gains: boolean,
): Holding | ImpossibleChange {
  const { symbol, short } = holding
  const isOut = quantity.lessThan(0)
  if (isOut === (isShort ?? false)) {
    const after = book(holding, quantity, cost, gains)
    return isShort ? { ...after, short: short.minus(quantity) } : after
  }
  const there = isOut ? holding.quantity.plus(short) : short
  const size = quantity.abs()
  const beyond = size.minus(there)
  if (beyond.greaterThan(0) && beyond.greaterThanOrEqualTo(rounding(size))) {
    const count = there.greaterThan(0) ? `only ${there.toString()} were` : 'none was'
    const message = isOut
      ? `${size.toString()} of ${symbol} left the account, but ${count} held.`
      : `${size.toString()} of ${symbol} were bought back, but ${count} sold short.`
    return { issue: isOut ? 'sold_more_than_held' : 'covered_more_than_sold', message }
  }
  const change = Decimal.min(size, there).times(isOut ? -1 : 1)
  const after = book(holding, change, cost, gains)
  return isOut ? after : { ...after, short: short.minus(change) }
}

/**
 * How much more than its balance an account may sell. Brokers round fractional shares, so a position bought in pieces
 * and sold at once differs in the last digit. Less than a thousandth of a share and of the sale.
 */
const rounding = (sold: Decimal) => Decimal.min(1, sold).times(0.001)

/**
 * Closes the existing position first, then opens a new one with the rest. `cost`: the cost of the change, negative for
 * proceeds, null if unknown. With `gains` false the change is a transfer and realizes nothing.
 */
function book(holding: Holding, change: Decimal, cost: Decimal | null, gains: boolean): Holding {
  const { quantity, realized } = holding
  const isClosing = quantity.times(change).lessThan(0)
  const isReversal = isClosing && change.abs().greaterThan(quantity.abs())
  const closed = isReversal ? quantity.negated() : isClosing ? change : ZERO
  const costOfClosed = cost && (isReversal ? cost.times(closed).div(change) : isClosing ? cost : ZERO)
  const kept = costOfPart(holding, quantity.plus(closed))
  const left = holding.cost && kept && holding.cost.minus(kept)
  const gain = isClosing && gains ? left && costOfClosed && left.plus(costOfClosed).negated() : ZERO
  // An unknown cost stays unknown until everything is sold.
  const costOfOpened = isClosing && !isReversal ? ZERO : cost && costOfClosed && cost.minus(costOfClosed)
  return {
    ...holding,
    quantity: quantity.plus(change),
    cost: kept && costOfOpened && kept.plus(costOfOpened),
    realized: realized && gain && realized.plus(gain),
  }
}

/** The cost of this many of the held shares. */
function costOfPart({ quantity, cost }: Holding, part: Decimal): Decimal | null {
  if (part.isZero()) return ZERO
  return cost && (part.equals(quantity) ? cost : cost.times(part).div(quantity))
}

/** Fractions paid out in cash count as sold: their part of the cost leaves with them. */
function split(holding: Holding, { symbol, quantity, ratio, cash }: Activity): Holding | ImpossibleChange {
  const { quantity: held, short } = holding
  // The long and the short position may cancel out.
  if (held.isZero() && ratio && !short.isZero()) return { ...holding, short: short.times(ratio) }
  if (held.isZero())
    return { issue: 'split_without_shares', message: `${symbol} was split, but you held none.` }
  const whole = ratio ? held.times(ratio) : held.plus(quantity)
  const after = quantity.isZero() ? whole : held.plus(quantity)
  const fraction = whole.minus(after)
  if (fraction.abs().greaterThanOrEqualTo(1) || after.times(held).lessThan(0)) {
    const message = `${symbol} split ${held.toString()} shares into ${whole.toString()}, but ${after.toString()} were held then.`
    return { issue: 'split_does_not_fit', message }
  }
  const owed = short.isZero() ? ZERO : short.times(after).div(held)
  // A fraction above one whole share comes from the broker's rounding up.
  const isPaidOut =
    fraction.times(held).greaterThan(0) && fraction.abs().greaterThanOrEqualTo(SMALLEST_QUANTITY)
  const paidOut = isPaidOut
    ? book({ ...holding, quantity: whole }, fraction.negated(), cash.negated(), true)
    : holding
  return { ...paidOut, quantity: after, short: owed }
}
