// Joins rows that belong together: halves of a split, canceled trades, mergers, and the side on which an option ended.
import type { Decimal } from 'decimal.js'
import type { Activity } from '#engine/portfolio/activity.ts'
import { removeCanceledTrades } from './canceled-trades.ts'
import { ZERO } from './drafts.ts'
import { joinCorporateActions } from './join-corporate-actions.ts'
import { resolveSecurityNumbers } from './resolve-security-numbers.ts'
import { type PackedActivity, packActivity, unpackActivity } from './packed-activity.ts'
import { isSecurityNumber } from './symbols.ts'

/** In chronological order. */
export function joinRows(rows: PackedActivity[]): PackedActivity[] {
  return closeOptions(joinCorporateActions(resolveSecurityNumbers(joinSplits(removeCanceledTrades(rows)))))
}

/**
 * Turns two rows, old shares out and new shares in, into one split with its ratio. A half without its counterpart stays
 * as it is.
 */
function joinSplits(rows: PackedActivity[]): PackedActivity[] {
  const halves = rows.filter(({ links }) => links?.splitPair !== undefined)
  const joined = new Map<PackedActivity, PackedActivity | null>()
  for (const pair of Map.groupBy(halves, ({ day, links }) => `${day} ${links?.splitPair}`).values()) {
    const split = pair.length === 2 ? splitOf(pair) : null
    // The split takes the place of the row with the new shares.
    if (split) for (const half of pair) joined.set(half, half === split.into ? split.row : null)
  }
  return joined.size === 0 ? rows : rows.flatMap((row) => (joined.has(row) ? (joined.get(row) ?? []) : row))
}

function splitOf([one, other]: PackedActivity[]): { into: PackedActivity; row: PackedActivity } | null {
  if (!one || !other) return null
  const sides = [one, other].map((row) => ({ row, activity: unpackActivity(row) }))
  const [into, out] = sides[0]?.activity.quantity.isPositive() ? sides : sides.toReversed()
  if (!into || !out) return null
  const [fresh, old] = [into.activity, out.activity]
  const isOut = old.quantity.isNegative() && !old.quantity.isZero()
  if (!isOut || !fresh.quantity.isPositive() || fresh.quantity.isZero()) return null
  // If the old shares have another symbol, it must be a security number. Another symbol would be another company.
  const isSameShare = old.symbol === fresh.symbol || isSecurityNumber(old.symbol ?? '')
  if (!isSameShare || !old.cash.plus(fresh.cash).isZero()) return null
  const activity = {
    ...fresh,
    type: 'split' as const,
    quantity: fresh.quantity.plus(old.quantity),
    ratio: fresh.quantity.dividedBy(old.quantity.neg()).toDecimalPlaces(10),
    price: null,
    cash: ZERO,
    fee: ZERO,
  }
  return { into: into.row, row: packActivity({ ...into.row, activity }) }
}

/**
 * An option that ended was bought back if it had been written. If this file doesn't show that, the row itself decides.
 * An option without any marks was written if more is sold than held and the same number comes back later.
 */
function closeOptions(rows: PackedActivity[]): PackedActivity[] {
  if (!rows.some(({ links }) => links?.isOptionEnd || links?.isSideUnknown)) return rows
  const held = new Map<string, Decimal>()
  const coming = laterPurchases(rows)
  return rows.map((row) => {
    const activity = unpackActivity(row)
    const { symbol, quantity } = activity
    if (!symbol) return row
    const before = held.get(symbol) ?? ZERO
    let after = row.links?.isOptionEnd && !before.isZero() ? closingTrade(before, activity) : activity
    if (row.links?.isSideUnknown) {
      const later = coming.get(symbol) ?? ZERO
      if (quantity.greaterThan(0)) coming.set(symbol, later.minus(quantity))
      const isWritten = quantity.isNegative() && before.lte(0) && later.gte(quantity.neg())
      if (isWritten || (quantity.greaterThan(0) && before.isNegative()))
        after = { ...activity, isShort: true }
    }
    held.set(symbol, before.plus(after.quantity))
    return after === activity ? row : packActivity({ ...row, activity: after })
  })
}

/**
 * By option, the number of shares that come in through rows with an unknown side and through ends of written options.
 */
function laterPurchases(rows: PackedActivity[]): Map<string, Decimal> {
  const coming = new Map<string, Decimal>()
  for (const row of rows.filter(({ links }) => links?.isSideUnknown || links?.isOptionEnd)) {
    const { symbol, quantity } = unpackActivity(row)
    if (symbol && quantity.greaterThan(0)) coming.set(symbol, (coming.get(symbol) ?? ZERO).plus(quantity))
  }
  return coming
}

function closingTrade(held: Decimal, activity: Activity): Activity {
  const size = activity.quantity.abs()
  if (held.isNegative()) return { ...activity, type: 'buy', quantity: size, isShort: true }
  const sold: Activity = { ...activity, type: 'sell', quantity: size.neg() }
  delete sold.isShort
  return sold
}
