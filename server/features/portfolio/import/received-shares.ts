// Shares that a file received without a purchase: lists them for the preview, and stores the costs that the owner
// states for them.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { type PackedActivity, unpackActivity } from '#engine/broker-files/packed-activity.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import type { ImportChoice, Preview, ReceivedShares } from '#shared/contracts/import-preview.ts'
import type { Db } from '#server/db/open.ts'

const LISTED_MAX = 100

const isReceived = ({ type, symbol, quantity, isShort }: Activity) =>
  type === 'transfer' && symbol !== null && quantity.isPositive() && !quantity.isZero() && !isShort

/** The received shares by symbol and currency, in the order of the rows. */
export function receivedShares(rows: readonly PackedActivity[]): ReceivedShares[] {
  const found = new Map<string, ReceivedShares>()
  for (const row of rows) {
    if (!row.text.includes('"transfer"')) continue
    const activity = unpackActivity(row)
    const { symbol, currency, companyName, quantity } = activity
    if (!isReceived(activity) || symbol === null) continue
    const key = `${symbol} ${currency}`
    const sum = quantity.plus(found.get(key)?.quantity ?? 0)
    found.set(key, { symbol, companyName, currency, quantity: sum.toDecimalPlaces(10).toFixed() })
  }
  return [...found.values()].slice(0, LISTED_MAX)
}

/**
 * Adds the stated costs to the rows of a preview that aren't imported yet. Only applies to shares that the preview
 * lists.
 */
export async function saveCosts(
  db: Db,
  importId: string,
  { received }: Preview,
  { costs }: ImportChoice,
): Promise<void> {
  for (const { symbol, currency } of received) {
    const cost = costs.find((one) => one.symbol === symbol)
    if (!cost) continue
    const amount = new Decimal(cost.price).toFixed()
    await sql`update portfolio_import_rows
      set activity = jsonb_set(activity, '{ownerCost}', to_jsonb(${amount}::text))
      where import_id = ${importId} and activity->>'type' = 'transfer' and activity->>'symbol' = ${symbol}
        and activity->>'currency' = ${currency} and (activity->>'quantity')::numeric > 0
        and not coalesce((activity->>'isShort')::boolean, false)`.execute(db)
  }
}
