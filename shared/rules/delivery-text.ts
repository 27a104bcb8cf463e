// What a delivery receipt says.
import type { Delivery } from '../contracts/delivery.ts'
import { countOf, formatCount } from './numbers.ts'

/** Empty while the first feeds are filled, and without readers. */
export function deliveryText(receipt: Delivery): string {
  const { feeds, feedsMs, handed, halfMs, lastMs } = receipt
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
  parts.push(laterText(receipt))
  return parts.filter(Boolean).join(' ')
}

/** The devices that waited: "12 more after their quiet hours and 3 on a later try." */
function laterText({ handed, handedAfterQuiet: quiet, handedLater: later }: Delivery): string {
  const ways = [
    { count: quiet, how: `after ${quiet === 1 ? 'its' : 'their'} quiet hours` },
    { count: later, how: 'on a later try' },
  ].filter(({ count }) => count > 0)
  const [first, second] = ways.map(({ count, how }, index) => {
    if (index > 0) return `${formatCount(count)} ${how}`
    return handed > 0
      ? `${formatCount(count)} more ${how}`
      : `Push handed to ${countOf(count, 'device')} ${how}`
  })
  return first === undefined ? '' : `${first}${second === undefined ? '' : ` and ${second}`}.`
}

/** "0.4 s", "3 s" or "12 min", rounded up, so that it never overstates the speed. */
function durationOf(ms: number): string {
  if (ms <= 1000) return `${Math.max(1, Math.ceil(ms / 100)) / 10} s`
  if (ms <= 120_000) return `${Math.ceil(ms / 1000)} s`
  return `${Math.ceil(ms / 60_000)} min`
}
