// The positions of a follower who trades one close after the author. Pure.
import type { Position } from './paper-portfolio.ts'

/** An author's position; `exitReason` as in `record_scores`. */
export type Followed = Position & { exitReason: string | null }

/**
 * Moves each entry and exit to the next close of a day on which the share traded
 * (docs/decisions/0035-a-followers-result.md). If a share stops trading, the position ends on the same day as the
 * author's. Leaves out positions that can't have begun yet, and those that would begin and end at the same close.
 * `tradedDays` of a ticker ascend.
 */
export function followNextDay(
  positions: readonly Followed[],
  tradedDays: (ticker: string) => readonly string[],
): Position[] {
  const traded = new Map<string, readonly string[]>()
  const nextOf = (ticker: string, day: string): string | null => {
    const days = traded.get(ticker) ?? tradedDays(ticker)
    traded.set(ticker, days)
    const place = days.indexOf(day)
    return place === -1 ? null : (days[place + 1] ?? null)
  }
  return positions.flatMap((position) => {
    const { ticker, entryDay, exitDay, exitReason } = position
    const entry = nextOf(ticker, entryDay)
    if (entry === null) return []
    const exit = exitDay === null || exitReason === 'stopped-trading' ? exitDay : nextOf(ticker, exitDay)
    return exit !== null && exit <= entry ? [] : [{ ...position, entryDay: entry, exitDay: exit }]
  })
}
