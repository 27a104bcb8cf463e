// The positions of somebody who does what the author did, one close later. Pure.
import type { Position } from './paper-portfolio.ts'

/** The author's own; `exitReason` as in `record_scores`. */
export type Followed = Position & { exitReason: string | null }

/**
 * Each entry and exit at the next close of a day on which the share traded (docs/decisions/0035-a-followers-result.md). A share that stopped
 * trading ends for the follower when it does for the author. Left out are positions that haven't begun a day later, and those that
 * would end at the close at which they begin. `tradedDays` of a ticker ascend.
 */
export function aDayLater(
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
