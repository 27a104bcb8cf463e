// Previews what a trade would do if it were posted now. Applies the rule of positions.ts to future days, on which the
// share is assumed to trade as usual.
import { type Held, type Placed, positionsOf, type Trade } from './positions.ts'
import type { Calendar } from './price-path.ts'
import type { TradedDays } from './traded-days.ts'

/** A share that trades on every exchange day and never stops. */
const TRADES_DAILY: TradedDays = { nextTraded: (place) => place, stoppedAfter: () => -1, final: -1 }

export type TradePreview = Pick<Placed, 'does' | 'reason'> & {
  entersOn: string | null
  endsOn: string | null
  /** The id of the signal whose position is open when the trade takes effect. */
  heldId: string | null
  /**
   * Whether the trade closes that position at the close at which the position would begin, so that neither is scored.
   */
  cancels: boolean
}

/**
 * `earlier`: the author's trades in the same book and ticker that aren't scored yet. `held`: the position before
 * them. The calendar has the days to come.
 */
export function previewOf(
  trade: Trade,
  { earlier, held }: { earlier: readonly Trade[]; held: Held | null },
  calendar: Calendar,
): TradePreview {
  const opener = held && { ...held.opener, entry: held.entry, isPending: false }
  const before = held && opener ? { ...held, opener } : null
  const placed = positionsOf([...earlier, trade], TRADES_DAILY, calendar, before)
  const one = placed.at(-1)
  const place = calendar.placeOf.get(trade.firstDay)
  if (!one || place === undefined)
    return { does: null, reason: 'no_prices', entersOn: null, endsOn: null, heldId: null, cancels: false }
  const all = opener ? [opener, ...placed] : placed
  const position = one.does === 'opens' ? one : all.find(({ signalId }) => signalId === one.of)
  const end = one.does === 'closes' ? null : (position?.exit ?? null)
  return {
    does: one.does,
    reason: one.reason,
    entersOn: one.does === null ? null : (calendar.days[place] ?? null),
    endsOn: end === null ? null : (calendar.days[end] ?? null),
    heldId: one.of,
    cancels: one.does === 'closes' && position?.reason === 'no_position',
  }
}
