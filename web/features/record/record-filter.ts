// The filter of a record's signals, as in the address: `?show=behind`.
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import type { TradeFilter } from '#shared/visitor-page.ts'
import { hasDay } from '#shared/rules/market-text.ts'

export const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'ahead', label: 'Ahead of SPY' },
  { value: 'behind', label: 'Behind SPY' },
  { value: 'worst', label: 'Worst first' },
  { value: 'unscored', label: 'Not scored' },
] as const satisfies { value: TradeFilter; label: string }[]
export type Shown = TradeFilter

/** `search` is the query of the address; anything unknown shows all. */
export const shownIn = (search: string): Shown =>
  SHOWN.find(({ value }) => value === new URLSearchParams(search).get('show'))?.value ?? 'all'

/** A trade counts once it has a day, as in the figures. */
function matches(outcome: SignalOutcome, shown: Shown): boolean {
  const { status, excess } = outcome
  if (shown === 'all') return true
  if (shown === 'ahead') return excess !== null && hasDay(outcome) && Number(excess) > 0
  if (shown === 'worst') return excess !== null && hasDay(outcome)
  if (shown === 'behind') return excess !== null && hasDay(outcome) && Number(excess) <= 0
  return status === shown
}

/** Newest first. Signals ahead of SPY start with the best, and those behind with the worst. */
export function filtered<Shape extends SignalOutcome>(all: readonly Shape[], shown: Shown): Shape[] {
  const some = all.filter((outcome) => matches(outcome, shown))
  if (shown !== 'ahead' && shown !== 'behind' && shown !== 'worst') return some
  const sign = shown === 'ahead' ? -1 : 1
  return some.toSorted((a, b) => sign * (Number(a.excess) - Number(b.excess)))
}
