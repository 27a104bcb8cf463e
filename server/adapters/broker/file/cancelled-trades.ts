// Trades and companies' actions that a broker booked and took back: neither they nor their cancellation count.
import type { Activity } from '../port.ts'
import { type Packed, unpacked } from './packed.ts'

/**
 * The rows without cancelled trades and without what cancels them. A cancellation takes back the latest trade of the
 * same shares before it, or the same day. Where the file begins after the trade, its cancellation stays: it is the
 * opposite trade, and takes back what an earlier file has.
 */
export function leaveOutCancelled(rows: Packed[]): Packed[] {
  if (!rows.some(({ joins }) => joins?.cancels)) return rows
  const left = new Set<Packed>()
  const trades = new Map<string, Packed[]>()
  const waiting: { row: Packed; key: string }[] = []
  for (const row of rows) {
    const { symbol, currency, quantity } = unpacked(row)
    if (quantity.isZero()) continue
    const key = (size: Activity['quantity']) => `${symbol} ${currency} ${size.toString()}`
    if (row.joins?.cancels) waiting.push({ row, key: key(quantity.neg()) })
    else trades.set(key(quantity), [...(trades.get(key(quantity)) ?? []), row])
  }
  for (const { row, key } of waiting) {
    const same = (trades.get(key) ?? []).filter((trade) => !left.has(trade) && trade.day <= row.day)
    const cash = unpacked(row).cash.neg()
    const trade = same.findLast((one) => unpacked(one).cash.equals(cash)) ?? same.at(-1)
    if (trade) left.add(trade).add(row)
  }
  return rows.filter((row) => !left.has(row))
}
