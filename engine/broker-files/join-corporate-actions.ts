// Joins the rows of mergers and redemptions: shares out, shares in, and cash.
import type { Decimal } from 'decimal.js'
import type { Activity } from '#engine/portfolio/activity.ts'
import { ZERO } from './drafts.ts'
import { type PackedActivity, packActivity, unpackActivity } from './packed-activity.ts'

/**
 * Shares that left only for cash were sold for it. If new shares came in too, the old shares were sold for the cash
 * and the new ones count as a dividend in shares, so that nothing counts as a deposit. Shares exchanged only for shares
 * are transfers out and in. If only their security number changed, nothing happened.
 */
export function joinCorporateActions(rows: PackedActivity[]): PackedActivity[] {
  const parts = rows.filter(({ links }) => links?.corporateAction !== undefined)
  if (parts.length === 0) return rows
  const joined = new Map<PackedActivity, PackedActivity[]>()
  for (const action of Map.groupBy(parts, ({ links }) => links?.corporateAction).values())
    for (const sides of splitByAction(action))
      for (const [row, becomes] of combineSides(sides)) joined.set(row, becomes)
  return rows.flatMap((row) => joined.get(row) ?? row)
}

/** How many days later the cash may be recorded. */
const DAYS = 7

/**
 * Rows further apart belong to different actions. If several symbols left, each goes with the rows of its own symbol.
 */
function splitByAction(rows: PackedActivity[]): PackedActivity[][] {
  const clusters: PackedActivity[][] = []
  for (const row of rows) {
    const last = clusters.at(-1)
    const gap = last ? Date.parse(row.day) - Date.parse(last.at(-1)?.day ?? '') : Infinity
    if (last && gap <= DAYS * 86_400_000) last.push(row)
    else clusters.push([row])
  }
  return clusters.flatMap((cluster) => {
    const outs = cluster.filter((row) => unpackActivity(row).quantity.lessThan(0))
    return outs.length > 1
      ? [...Map.groupBy(cluster, (row) => unpackActivity(row).symbol).values()]
      : [cluster]
  })
}

function combineSides(rows: PackedActivity[]): [PackedActivity, PackedActivity[]][] {
  const sides = rows.map((row) => ({ row, activity: unpackActivity(row) }))
  const outs = sides.filter(({ activity }) => activity.quantity.isNegative() && !activity.quantity.isZero())
  const ins = sides.filter(({ activity }) => activity.quantity.greaterThan(0))
  const cash = sides.reduce<Decimal>((sum, { activity }) => sum.plus(activity.cash), ZERO)
  const [out] = outs
  if (!out || outs.length > 1) return []
  if (cash.isZero() && isRenumbered(out.activity, ins)) return sides.map(({ row }) => [row, []])
  if (!cash.greaterThan(0)) return []
  const currency = sides.find(({ activity }) => !activity.cash.isZero())?.activity.currency
  if (currency !== out.activity.currency) return []
  const each = cash.dividedBy(out.activity.quantity.neg()).toDecimalPlaces(10)
  const sale = {
    ...out.activity,
    type: 'sell' as const,
    price: ins.length === 0 ? each : null,
    cash,
    fee: ZERO,
  }
  return sides.map((side) => {
    if (side === out) return [side.row, [packActivity({ ...side.row, activity: sale })]]
    if (!ins.includes(side)) return [side.row, []]
    const received = { ...side.activity, type: 'dividend' as const, price: null, cash: ZERO }
    return [side.row, [packActivity({ ...side.row, activity: received })]]
  })
}

/** The same shares under a new number, such as a new ISIN. */
function isRenumbered(out: Activity, ins: { activity: Activity }[]): boolean {
  const [into, ...others] = ins.map(({ activity }) => activity)
  return others.length === 0 && into?.symbol === out.symbol && into.quantity.eq(out.quantity.neg())
}
