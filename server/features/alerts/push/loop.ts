// Sends push notifications while the server runs, on every copy of it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { openCircuits } from './circuits.ts'
import { releaseNext } from './release-held.ts'
import { sendNextSignal } from './send-signals.ts'
import type { PushDeps } from './tell-person.ts'

/** The longest wait for alerts that no database notification announced. */
const POLL_MS = 1000

type Needs = PushDeps & Pick<Deps, 'changes' | 'log'>

/** Sends everything that is due. Can run on several copies of the server at the same time. */
export async function sendPush(deps: PushDeps, circuits = openCircuits(deps.clock)): Promise<void> {
  for (const step of [sendNextSignal, releaseNext])
    while (await step(deps, circuits)) {
      // Repeats until nothing is due.
    }
}

/** Ends soon after `stopping`. */
export async function repeatPush(deps: Needs, stopping: AbortSignal): Promise<void> {
  if (!deps.push.newestKey) return
  const circuits = openCircuits(deps.clock)
  await Promise.all([
    repeat(deps, stopping, () => sendNextSignal(deps, circuits)),
    repeat(deps, stopping, () => releaseNext(deps, circuits)),
  ])
}

/** Each step has its own loop, so that an alert for one person doesn't wait for a signal with many recipients. */
async function repeat(deps: Needs, stopping: AbortSignal, step: () => Promise<boolean>): Promise<void> {
  let woken = new AbortController()
  const unsubscribe = deps.changes.subscribe({
    onNotification: ({ what }) => void (what === 'alerts' && woken.abort()),
    onConnected: () => {},
  })
  const isStopping = () => stopping.aborted
  const guarded = () =>
    step().catch((error: unknown) => {
      deps.log.warn(
        { event: 'push_failed', error: String(error) },
        'push notifications could not be sent; trying again',
      )
      return false
    })
  while (!isStopping()) {
    woken = new AbortController()
    while (!isStopping() && (await guarded())) {
      // Repeats until nothing is due.
    }
    const either = AbortSignal.any([stopping, woken.signal])
    await wait(POLL_MS, undefined, { signal: either, ref: false }).catch(() => {})
  }
  unsubscribe()
}
