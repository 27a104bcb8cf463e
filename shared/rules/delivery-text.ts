// What a delivery receipt says.
import type { Delivery } from '../contracts/delivery.ts'
import { countOf } from './numbers.ts'

/** Empty while the first feeds are filled, and without readers. */
export function deliveryText({ feeds, feedsMs, handed, halfMs, lastMs }: Delivery): string {
  const parts: string[] = []
  if (feeds !== null && feedsMs !== null && feeds > 0)
    parts.push(`In ${countOf(feeds, 'feed')} within ${durationOf(feedsMs)}.`)
  if (handed === 1 && lastMs !== null) parts.push(`Push handed to 1 device within ${durationOf(lastMs)}.`)
  else if (handed > 1 && halfMs !== null && lastMs !== null) {
    const half = durationOf(halfMs)
    const last = durationOf(lastMs)
    const rest = half === last ? `all within ${last}` : `half within ${half}, the last after ${last}`
    parts.push(`Push handed to ${countOf(handed, 'device')}, ${rest}.`)
  }
  return parts.join(' ')
}

/** "0.4 s", "3 s" or "12 min", rounded up, so that it never overstates the speed. */
function durationOf(ms: number): string {
  if (ms <= 1000) return `${Math.max(1, Math.ceil(ms / 100)) / 10} s`
  if (ms <= 120_000) return `${Math.ceil(ms / 1000)} s`
  return `${Math.ceil(ms / 60_000)} min`
}
