// Sorts the activities of an account into the order in which they take effect.
import type { Activity } from '#server/adapters/broker/port.ts'

/**
 * By day; within a day the split first (from its day on shares are counted anew), then what brings money or shares,
 * then what takes them, so that nothing is sold before it was bought on the same day, and at last what is sold short
 * before it is bought back; then by id. Brokers tell only days, so a share sold and bought back within one day is read
 * as bought first.
 */
export function inOrder(activities: readonly Activity[]): Activity[] {
  return activities
    .map((activity) => ({ activity, rank: rankOf(activity) }))
    .toSorted(
      (a, b) =>
        compare(a.activity.day, b.activity.day) ||
        a.rank - b.rank ||
        compare(a.activity.id, b.activity.id) ||
        // Only rows that are refused anyway share an id; even they are told in a stable order.
        (a.activity.line ?? 0) - (b.activity.line ?? 0),
    )
    .map(({ activity }) => activity)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rankOf({ type, quantity, isShort }: Activity): number {
  if (isShort) return quantity.lessThan(0) ? 6 : 7
  switch (type) {
    case 'split':
      return 0
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
