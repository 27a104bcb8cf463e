// Removes trades and corporate actions that a broker recorded and later canceled, together with their cancellations.
import type { Activity } from '#engine/portfolio/activity.ts'
import { type PackedActivity, unpackActivity } from './packed-activity.ts'

/**
 * The rows without canceled trades and their cancellations. A cancellation reverses the latest matching trade before it
 * or on the same day. If the file begins after the trade, the cancellation is kept as the opposite trade, which
 * reverses the trade in an earlier file.
 */
export function removeCanceledTrades(rows: PackedActivity[]): PackedActivity[] {
  if (!rows.some(({ links }) => links?.isCancellation)) return rows
  const left = new Set<PackedActivity>()
  const trades = new Map<string, PackedActivity[]>()
  const waiting: { row: PackedActivity; key: string }[] = []
  for (const row of rows) {
    const { symbol, currency, quantity } = unpackActivity(row)
    if (quantity.isZero()) continue
    const key = (size: Activity['quantity']) => `${symbol} ${currency} ${size.toString()}`
    if (row.links?.isCancellation) waiting.push({ row, key: key(quantity.neg()) })
    else trades.set(key(quantity), [...(trades.get(key(quantity)) ?? []), row])
  }
  for (const { row, key } of waiting) {
    const same = (trades.get(key) ?? []).filter((trade) => !left.has(trade) && trade.day <= row.day)
    const cash = unpackActivity(row).cash.neg()
    const trade = same.findLast((one) => unpackActivity(one).cash.equals(cash)) ?? same.at(-1)
    if (trade) left.add(trade).add(row)
  }
  return rows.filter((row) => !left.has(row))
}
