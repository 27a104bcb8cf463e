// Sorts the activities of an account into the order in which they take effect.
import type { Activity } from '../activity.ts'

/**
 * By day. Within a day: splits first (shares are recounted from that day on), then what adds money or shares, then
 * what takes them, so that nothing is sold before it is bought on the same day; short sales come before the purchases
 * that cover them. Then by id. Brokers report only days, so a share sold and bought back within one day counts as
 * bought first.
 */
export function inOrder(activities: readonly Activity[]): Activity[] {
  return activities
    .map((activity) => ({ activity, rank: rankOf(activity) }))
    .toSorted(
      (a, b) =>
        compare(a.activity.day, b.activity.day) ||
        a.rank - b.rank ||
        compare(a.activity.id, b.activity.id) ||
        // Only invalid rows share an id. Their issues are still reported in a stable order.
        (a.activity.line ?? 0) - (b.activity.line ?? 0),
    )
    .map(({ activity }) => activity)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rankOf({ type, quantity, isShort, exchange }: Activity): number {
  if (isShort) return quantity.lessThan(0) ? 6 : 7
  switch (type) {
    case 'split':
      return 0
    // Holders of a share before its spin-off get the new one. A merger exchanges what is left at the end of its day.
    case 'exchange':
      return exchange?.kind === 'spin_off' ? 0.5 : 7.5
    case 'deposit':
      return 1
    case 'transfer':
      return quantity.lessThan(0) ? 8 : 2
    case 'buy':
      return 3
    case 'dividend':
    case 'interest':
    case 'fee':
      return 4
    case 'sell':
      return 5
    case 'withdrawal':
      return 9
  }
}
