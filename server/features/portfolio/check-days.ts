// Whether what a file tells can have happened after all that is known of its account, looked at day by day.
import type { Activity } from '#server/outside/broker/port.ts'
import { type Fault, faultsOfRows } from './activity-faults.ts'
import { inOrder } from './activity-order.ts'
import type { Holding } from './holding.ts'
import { holdingAfter } from './positions.ts'

/**
 * Finds what `readBook` finds, and never holds more than one day and what is held then. To be given each day once,
 * ascending.
 */
export function dayChecker(today: string) {
  const holdings = new Map<string, Holding>()
  const ofRows: Fault[] = []
  const ofHoldings: Fault[] = []
  return {
    check(day: readonly Activity[]): void {
      ofRows.push(...faultsOfRows(day, today))
      // What follows from a row that can't be right says nothing.
      if (ofRows.length > 0) return
      for (const activity of inOrder(day)) {
        const after = holdingAfter(holdings, activity)
        if (after === null) continue
        if ('reason' in after) ofHoldings.push(after)
        else holdings.set(after.symbol, after)
      }
    },
    /** Rows that are each wrong, or else rows that are each fine and can't all have happened. */
    faults: (): readonly Fault[] => (ofRows.length > 0 ? ofRows : ofHoldings),
  }
}

/** Two accounts of days as one, both ascending. */
export async function* mergedDays(
  known: AsyncIterable<Activity[]>,
  news: readonly { day: string; rows: () => Activity[] }[],
): AsyncGenerator<Activity[]> {
  let next = 0
  for await (const rows of known) {
    const day = rows[0]?.day ?? ''
    for (; (news[next]?.day ?? '9999-12-31') < day; next += 1) yield news[next]?.rows() ?? []
    if (news[next]?.day === day) rows.push(...(news[next++]?.rows() ?? []))
    yield rows
  }
  for (; next < news.length; next += 1) yield news[next]?.rows() ?? []
}
