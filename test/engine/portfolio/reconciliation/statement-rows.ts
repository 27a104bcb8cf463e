// Short constructors for statements and opening positions.
import type { Position, Statement, StatementBalance } from '#engine/portfolio/activity.ts'
import type { OpeningPosition } from '#engine/portfolio/reconciliation/reconcile.ts'
import { dec } from '../performance/rows.ts'

export const position = (symbol: string, quantity: number, price: number | null = null): Position => ({
  symbol,
  companyName: null,
  quantity: dec(quantity),
  averageCost: null,
  price: price === null ? null : dec(price),
  currency: 'USD',
})

/** `cash` in dollars. Missing parts aren't reported. */
export function balance(parts: {
  positions?: Position[]
  cash?: number
  netAssetValue?: number
}): StatementBalance {
  const dollars = (amount: number) => ({ currency: 'USD', amount: dec(amount) })
  return {
    positions: parts.positions ?? null,
    cash: parts.cash === undefined ? null : [dollars(parts.cash)],
    netAssetValue: parts.netAssetValue === undefined ? null : dollars(parts.netAssetValue),
  }
}

export const SILENT = balance({})

export const statement = (
  from: string,
  to: string,
  opening: StatementBalance,
  closing: StatementBalance,
): Statement => ({ from, to, opening, closing })

export const openingOf = (
  day: string,
  symbol: string,
  quantity: number,
  price: number | null = null,
): OpeningPosition => ({
  day,
  symbol,
  companyName: null,
  quantity: dec(quantity),
  price: price === null ? null : dec(price),
  currency: 'USD',
})
