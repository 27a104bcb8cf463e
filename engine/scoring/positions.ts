// Determines what each signal of one author about one ticker does: open a position, add to it, or close it. Pure.
import type { EXIT_REASONS, UNSCORED_REASONS } from '#shared/contracts/outcomes.ts'
import type { Calendar } from './price-path.ts'
import { STOPPED_DAYS } from './method.ts'
import type { TradedDays } from './traded-days.ts'

/** A buy or a sell of one ticker. It may enter at the close of `firstDay` at the earliest. */
export type Trade = {
  signalId: string
  /** 1 for a buy, -1 for a sell. */
  side: 1 | -1
  /** Whether the trade only closes a position and never opens one. */
  onlyCloses: boolean
  horizonDays: number
  firstDay: string
}

type KnownDays = Pick<Calendar, 'placeOf' | 'known'>

/** What a trade does. Places are indexes of `calendar.days`. */
export type Placed = {
  signalId: string
  side: 1 | -1
  does: 'opens' | 'adds' | 'closes' | null
  /** Why it has no effect. */
  reason: (typeof UNSCORED_REASONS)[number] | null
  /** The signal whose position it adds to or closes. */
  of: string | null
  /** The close that decides isn't known yet, so this is provisional. */
  isPending: boolean
  entry: number | null
  exit: number | null
  exitReason: (typeof EXIT_REASONS)[number] | null
  /** The place at whose close an open position ends if nothing else happens. */
  ends: number | null
}

/** The close at which a trade takes effect. `place` is provisional while it isn't known. */
type Effect = { place: number; isKnown: boolean }
/** `entry` and `end` are provisional while the opener is pending. */
export type Held = { opener: Placed; entry: number; end: number }

/**
 * There is one position per author and ticker, whatever the number of signals. `trades` are in the order of their
 * posts: all of them, or those after the position `before` was left open. Updates the opener of `before` if a trade
 * ends it.
 */
export function positionsOf(
  trades: readonly Trade[],
  path: TradedDays,
  calendar: KnownDays,
  before: Held | null = null,
): Placed[] {
  const placed: Placed[] = []
  let held = before
  for (const trade of trades) {
    const effect = effectOf(trade, path, calendar)
    const one = nothingOf(trade)
    placed.push(one)
    if (!effect) {
      one.reason = 'no_prices'
      continue
    }
    if (held && hasEnded(held, effect, path)) {
      settle(held, path)
      held = null
    }
    one.isPending = !effect.isKnown
    if (held) held = link(held, one, trade, effect, path)
    else if (trade.onlyCloses) {
      one.reason = 'taking_profits'
      one.isPending = false
    } else held = open(one, trade, effect)
  }
  if (held) settle(held, path)
  return placed
}

const nothingOf = ({ signalId, side }: Trade): Placed => ({
  signalId,
  side,
  does: null,
  reason: null,
  of: null,
  isPending: false,
  entry: null,
  exit: null,
  exitReason: null,
  ends: null,
})

/**
 * The first close of a day on which the share traded. Null if it didn't trade within 21 exchange days of the first day,
 * or never again.
 */
function effectOf({ firstDay }: Trade, path: TradedDays, { placeOf, known }: KnownDays): Effect | null {
  const first = placeOf.get(firstDay)
  if (first === undefined) return null
  const traded = path.nextTraded(first)
  if (traded !== -1 && traded < first + STOPPED_DAYS) return { place: traded, isKnown: true }
  if (traded === -1 && path.final !== -1) return null
  if (known >= first + STOPPED_DAYS) return null
  return { place: Math.max(first, known), isKnown: false }
}

function open(one: Placed, { horizonDays }: Trade, { place, isKnown }: Effect): Held {
  one.does = 'opens'
  if (isKnown) one.entry = place
  return { opener: one, entry: place, end: place + horizonDays }
}

/** Applies a trade while a position is open. Returns the position held afterwards. */
function link(held: Held, one: Placed, trade: Trade, effect: Effect, path: TradedDays): Held | null {
  const { opener, entry, end } = held
  one.of = opener.signalId
  if (trade.side === opener.side) {
    one.does = 'adds'
    return effect.isKnown ? { opener, entry, end: Math.max(end, effect.place + trade.horizonDays) } : held
  }
  one.does = 'closes'
  if (entry === effect.place) {
    // Opened and closed at the same close.
    Object.assign(opener, { does: null, reason: 'no_position', isPending: false, entry: null })
  } else if (effect.isKnown) {
    opener.exit = effect.place
    opener.exitReason = 'opposite'
  } else settle(held, path)
  return null
}

/** Whether a position ended by itself before the close at which a trade takes effect. */
function hasEnded(held: Held, effect: Effect, path: TradedDays): boolean {
  const exit = ownExit(held, path)
  return exit ? exit.place < effect.place : held.end < effect.place
}

/**
 * The end of a position that no signal closes: the first close on or after its last day, unless the share stops trading
 * before. Then it is the final value if there is one, otherwise the last close.
 */
function ownExit({ opener, end }: Held, path: TradedDays) {
  if (opener.entry === null) return null
  const stopped = path.stoppedAfter(opener.entry)
  const traded = path.nextTraded(end)
  if (stopped !== -1 && (traded === -1 || stopped < traded))
    return { place: stopped, reason: 'stopped-trading' as const }
  if (traded !== -1) return { place: traded, reason: 'horizon' as const }
  return path.final === -1 ? null : { place: path.final, reason: 'stopped-trading' as const }
}

function settle(held: Held, path: TradedDays): void {
  const exit = ownExit(held, path)
  held.opener.exit = exit?.place ?? null
  held.opener.exitReason = exit?.reason ?? null
  held.opener.ends = exit ? null : held.end
}
