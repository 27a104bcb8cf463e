// Builds prices and signals for tests of scoring from a few numbers.
import { Decimal } from 'decimal.js'
import { type DayInput, dayInputs } from '#engine/scoring/day-inputs.ts'
import { calendarOf, pricePath } from '#engine/scoring/price-path.ts'
import type { Prices, ScoredSignal } from '#engine/scoring/score-position.ts'

/** Closes of consecutive exchange days; null where the share didn't trade. */
export type Closes = readonly (number | null)[]
export type Events = {
  dividends?: Record<string, number>
  splits?: Record<string, number>
  /** The share's final value; there are no closes from that day on. */
  final?: { day: string; value: number } | null
  /** Shares traded, by day; unknown without. */
  volumes?: readonly number[]
}

/** A share's market data: closes from the calendar's first day on, and events by day. */
function inputsOf(
  days: readonly string[],
  closes: Closes,
  { dividends = {}, splits = {}, final = null, volumes }: Events,
): DayInput[] {
  const ascending = (events: Record<string, number>) =>
    Object.entries(events).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const volumeOf = (i: number) => (volumes === undefined ? null : new Decimal(volumes[i] ?? 0))
  const traded = closes.flatMap((close, i) =>
    close === null ? [] : [{ day: days[i] ?? '', close: new Decimal(close), volume: volumeOf(i) }],
  )
  return dayInputs(
    final ? [...traded, { day: final.day, close: new Decimal(final.value), isFinal: true }] : traded,
    ascending(dividends).map(([day, amount]) => ({ day, amount: new Decimal(amount) })),
    ascending(splits).map(([day, ratio]) => ({ day, ratio: new Decimal(ratio) })),
    new Set(days),
  )
}

/** Prices from `from` to `to`. SPY without closes stays flat at 100. */
export function pricesOf(
  [from, to]: readonly [string, string],
  share: Closes,
  { spy, ...events }: Events & { spy?: Closes } = {},
): Prices {
  const calendar = calendarOf(from, to)
  const flat = calendar.days.slice(0, calendar.known).map(() => 100)
  const pathOf = (closes: Closes, of: Events = {}) => pricePath(inputsOf(calendar.days, closes, of), calendar)
  return { calendar, share: pathOf(share, events), spy: pathOf(spy ?? flat) }
}

/** A signal under a name instead of an id. `postedAt` is an ISO instant. */
export const signal = (
  signalId: string,
  side: 1 | -1,
  postedAt: string,
  { onlyCloses = false, timeHorizon = null }: { onlyCloses?: boolean; timeHorizon?: string | null } = {},
): ScoredSignal => ({ signalId, side, postedAt: new Date(postedAt), onlyCloses, timeHorizon })
