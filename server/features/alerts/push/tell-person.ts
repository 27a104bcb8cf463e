// Notifies a person's devices of a signal, or records why one waits.
import type { PushMessage } from '#server/adapters/push.ts'
import type { Deps } from '#server/deps.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { quietUntil } from '#shared/rules/local-time.ts'
import type { FailingDeps } from '../failed-steps.ts'
import { alertViews } from '../views.ts'
import type { Circuits } from './circuits.ts'
import { FIRST_RETRY_MS, type Hold, retryMs, type Told } from './holds.ts'
import { messageOf } from './message.ts'
import type { Device, PersonToTell } from './recipients.ts'

export type PushDeps = FailingDeps & Pick<Deps, 'statements' | 'config' | 'push'> & { publicUrl: string }

/** Older signals aren't sent on their own, but together with the other missed alerts. */
const LATE_MS = 15 * 60_000

/** What happened to a person's devices, the times since the post, and internal errors. */
export type Result = Told & { timesMs: number[]; errors: unknown[] }

/**
 * The returned function never throws: a device that can't be notified because of an internal error waits, and is retried
 * separately.
 */
export async function openTelling(
  deps: PushDeps,
  circuits: Circuits,
  signal: SignalRow,
): Promise<(person: PersonToTell) => Promise<Result>> {
  const { clock, push } = deps
  const messages = await messagesOf(deps, signal)

  async function tell(device: Device, result: Result): Promise<void> {
    const hold = holdOf(device, signal, clock.now(), circuits)
    if (hold) return void result.holds.push(hold)
    const outcome = await push.send(device, messages(device))
    circuits.heard(new URL(device.endpoint).host, outcome)
    if (outcome.is === 'taken') {
      result.taken.push(device.id)
      result.timesMs.push(clock.now().getTime() - signal.createdAt.getTime())
    } else if (outcome.is === 'gone') result.gone.push(device.endpoint)
    else {
      const waitMs = retryMs(outcome, device.failures)
      if (waitMs !== null) result.holds.push(failed(device, clock.now(), waitMs))
    }
  }
  return async ({ devices }) => {
    const result: Result = { taken: [], gone: [], holds: [], timesMs: [], errors: [] }
    await Promise.all(
      devices.map((device) =>
        tell(device, result).catch((error: unknown) => {
          result.errors.push(error)
          result.holds.push(failed(device, clock.now(), FIRST_RETRY_MS))
        }),
      ),
    )
    return result
  }
}

const failed = ({ id }: Device, now: Date, waitMs: number): Hold => ({
  id,
  why: 'service',
  until: new Date(now.getTime() + waitMs),
  hasFailed: true,
})

/** Why a device isn't notified now; null if it is. */
function holdOf(device: Device, signal: SignalRow, now: Date, circuits: Circuits): Hold | null {
  const { id, isHeld, timeZone, quietFrom: from, quietTo: to } = device
  const hold = (why: Hold['why'], until: Date): Hold => ({ id, why, until, hasFailed: false })
  // The device already has alerts waiting, and these come first.
  if (isHeld) return hold('due', now)
  const quiet =
    timeZone === null || from === null || to === null ? null : quietUntil({ timeZone, from, to }, now)
  if (quiet) return hold('quiet', quiet)
  if (now.getTime() - signal.createdAt.getTime() > LATE_MS) return hold('service', now)
  const closedMs = circuits.closedForMs(new URL(device.endpoint).host)
  return closedMs === null ? null : hold('service', new Date(now.getTime() + closedMs))
}

/**
 * The message for a device: built once for each text, which depends on the device's settings and on what its owner may
 * read.
 */
async function messagesOf(deps: PushDeps, signal: SignalRow) {
  const views = await alertViews(
    deps,
    STRANGER,
    [true, false].map((pays) => ({
      kind: 'signal' as const,
      id: signal.id,
      createdAt: signal.createdAt,
      signal: { ...signal, pays },
    })),
  )
  const built = new Map<string, PushMessage>()
  return ({ pays, showsText, timeZone }: Device): PushMessage => {
    const name = JSON.stringify([pays, showsText, timeZone])
    const view = views[pays ? 0 : 1]
    if (!view) throw new Error('The signal has no view')
    const message = built.get(name) ?? messageOf(view, { publicUrl: deps.publicUrl, showsText, timeZone })
    built.set(name, message)
    return message
  }
}
