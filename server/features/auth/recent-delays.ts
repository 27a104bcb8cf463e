// Repeats refusals for a second without querying the database, because a flood retries at once. Counts how many
// passwords of refused attempts were checked.
import type { Clock } from '#server/clock.ts'
import { Problem } from '#shared/problems.ts'
import { delayed, type Stranger } from './failed-sign-ins.ts'

export type RecentDelays = {
  /**
   * Throws `sign_in_delayed` if this address was refused for this username within the last second and must
   * still wait.
   */
  refuseAgain(stranger: Stranger): void
  /** Runs the task and remembers its `sign_in_delayed`. */
  remember<T>(stranger: Stranger, task: () => Promise<T>): Promise<T>
  /**
   * Whether the password of a refused attempt is checked anyway, which recognizes the owner without revealing anything
   * in the response. Only a few times an hour for each address, so that a flood doesn't fill the hashing queue.
   */
  mayCheck(stranger: Stranger): boolean
}

/** The delay until an operator's `unlock` or another copy's change takes effect. */
const REMEMBERED_MS = 1000
const CHECKS = { perHour: 3, hourMs: 3_600_000, addressesMax: 10_000 }

export function openRecentDelays(clock: Pick<Clock, 'now'>): RecentDelays {
  /** Oldest first. */
  const refused = new Map<string, { atMs: number; delayMs: number }>()
  const checked = new Map<string, { sinceMs: number; count: number }>()
  const keyOf = ({ username, address }: Stranger) => `${username} ${address}`
  return {
    refuseAgain(stranger) {
      const found = refused.get(keyOf(stranger))
      if (!found) return
      const sinceMs = clock.now().getTime() - found.atMs
      // Negative if the clock was set back.
      if (sinceMs >= 0 && sinceMs < Math.min(REMEMBERED_MS, found.delayMs))
        throw delayed(found.delayMs - sinceMs)
    },
    mayCheck(stranger) {
      const nowMs = clock.now().getTime()
      const key = keyOf(stranger)
      const found = checked.get(key)
      const isCurrent = found !== undefined && nowMs - found.sinceMs < CHECKS.hourMs
      const { sinceMs, count } = isCurrent ? found : { sinceMs: nowMs, count: 0 }
      if (count >= CHECKS.perHour) return false
      const [oldest] = checked.keys()
      if (checked.size >= CHECKS.addressesMax && oldest !== undefined) checked.delete(oldest)
      checked.set(key, { sinceMs, count: count + 1 })
      return true
    },
    async remember(stranger, task) {
      try {
        return await task()
      } catch (error) {
        if (error instanceof Problem && error.code === 'sign_in_delayed') {
          const atMs = clock.now().getTime()
          for (const [key, old] of refused) {
            if (atMs - old.atMs < REMEMBERED_MS) break
            refused.delete(key)
          }
          const key = keyOf(stranger)
          refused.delete(key)
          refused.set(key, { atMs, delayMs: (error.retryAfterSeconds ?? 0) * 1000 })
        }
        throw error
      }
    },
  }
}
