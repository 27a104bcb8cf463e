// Moves each split to the market's day for it, and adds splits the broker left out.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { inOrder } from '../holdings/activity-order.ts'
import { filledExchange } from '../corporate-actions/fill-exchanges.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'

/** A split as the market reports it. `day` is the first day on which the price is that of a new share. */
export type MarketSplit = { symbol: string; day: string; ratio: Decimal }

/**
 * Brokers record a split some days before or after prices change (the evening before, or when shares are delivered).
 */
const WINDOW_DAYS = 10
/** Brokers round ratios: 0.0667 means one for fifteen. */
const RATIO_TOLERANCE = 0.01

/**
 * The activities in order, each split with its ratio and its change in shares. A broker's split moves to the market's
 * day for it; a split the market doesn't know stays. A market split that the broker left out is added for the shares
 * held then, so `splits` must be empty for a broker whose older rows are already in new shares.
 */
export const placeSplits = (
  activities: readonly Activity[],
  splits: readonly MarketSplit[] = [],
): Activity[] => complete(placedSplits(activities, splits))

/** The same, but a market split has only its ratio, because more shares may have been held than the activities say. */
export function placedSplits(activities: readonly Activity[], splits: readonly MarketSplit[]): Activity[] {
  const untold = new Set(splits)
  const placed = inOrder(activities).map((activity) => {
    const same = activity.type === 'split' ? nearest(activity, untold) : undefined
    if (!same) return activity
    untold.delete(same)
    return { ...activity, day: same.day, ratio: same.ratio }
  })
  return inOrder([...placed, ...[...untold].map(asActivity)])
}

/** The market split that the broker's row means. */
function nearest({ symbol, day, ratio }: Activity, splits: Iterable<MarketSplit>): MarketSplit | undefined {
  const isSame = (split: MarketSplit) =>
    split.symbol === symbol &&
    Math.abs(daysBetween(day, split.day)) <= WINDOW_DAYS &&
    (ratio === null || ratio.div(split.ratio).minus(1).abs().lessThan(RATIO_TOLERANCE))
  const distance = (split: MarketSplit) => Math.abs(daysBetween(day, split.day))
  return [...splits].filter(isSame).toSorted((a, b) => distance(a) - distance(b))[0]
}

function asActivity({ symbol, day, ratio }: MarketSplit): Activity {
  const nothing = { companyName: null, price: null, currency: '', line: null }
  const zero = new Decimal(0)
  return {
    ...nothing,
    id: `market split ${symbol} ${day}`,
    type: 'split',
    day,
    symbol,
    quantity: zero,
    cash: zero,
    fee: zero,
    ratio,
  }
}

/** Fills in the ratio or the change in shares from the shares held then, including those of mergers and spin-offs. */
function complete(ordered: Activity[]): Activity[] {
  const held = new Map<string, Decimal>()
  return ordered.map((activity) => {
    if (activity.symbol === null) return activity
    const before = held.get(activity.symbol) ?? new Decimal(0)
    const done = activity.type === 'split' ? completed(activity, before) : filledExchange(activity, held)
    held.set(activity.symbol, before.plus(done.quantity))
    return done
  })
}

function completed(split: Activity, held: Decimal): Activity {
  const { quantity, ratio } = split
  if (held.isZero()) return split
  if (quantity.isZero() && ratio) return { ...split, quantity: held.times(ratio.minus(1)) }
  const after = held.plus(quantity)
  // After a split, a short position owes more shares.
  const isRatioKnown = ratio !== null || quantity.isZero() || !after.div(held).greaterThan(0)
  return isRatioKnown ? split : { ...split, ratio: after.div(held) }
}
