// Sends a signal to the push services of everybody with a bell for it: a loop with a cursor instead of a job per device
// (docs/decisions/0070-push-is-a-loop.md).
import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, DeliveryReceipts } from '#server/db/tables.ts'
import type { PushMessage } from '#server/adapters/push.ts'
import type { Deps } from '#server/deps.ts'
import { signalById, type SignalRow } from '#server/features/signals/store.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { withTimes } from '#shared/rules/delivery-times.ts'
import { quietUntil } from '#shared/rules/local-time.ts'
import { alertViews } from '../views.ts'
import type { Circuits } from './circuits.ts'
import { startOfRun } from './fair-start.ts'
import { type Hold, retryMs, saveTold, type Told } from './holds.ts'
import { messageOf } from './message.ts'
import { type Device, devicesToTell, nextPeople } from './recipients.ts'

export type PushDeps = Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'push'> & { publicUrl: string }

/**
 * How many people are read at once. If a copy is killed, at most these are repeated, and browsers show each signal
 * once.
 */
const PEOPLE_PER_STEP = 200
const AT_ONCE = 128
/** After this time, the recipients are read again, so that a loss of access takes effect within a second. */
const READ_AGAIN_MS = 800
/** Older signals aren't sent on their own, but together with the other missed alerts. */
const LATE_MS = 15 * 60_000

const [FIRST, LAST] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

type Run = Selectable<DeliveryReceipts>

/**
 * Notifies the next people of the signal that has waited longest. False if none is waiting. The row stays locked
 * meanwhile.
 */
export async function sendNextSignal(deps: PushDeps, circuits: Circuits): Promise<boolean> {
  const { db, clock } = deps
  return await db.transaction().execute(async (trx) => {
    const now = clock.now()
    const run = await trx
      .selectFrom('deliveryReceipts')
      .selectAll()
      .where('pushDueAt', '<=', now)
      .orderBy('pushDueAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!run) return false
    const author = await trx
      .selectFrom('signals')
      .select('userId')
      .where('id', '=', run.signalId)
      .executeTakeFirst()
    const signal = author?.userId ? await signalById(deps, author.userId, run.signalId) : undefined
    if (signal) await tellNext(trx, deps, circuits, run, signal)
    else await finish(trx, run)
    return true
  })
}

async function tellNext(
  trx: Transaction<DB>,
  deps: PushDeps,
  circuits: Circuits,
  run: Run,
  signal: SignalRow,
): Promise<void> {
  const { clock, config, statements } = deps
  const first = run.firstPerson ?? (await nextStart(trx))
  const after = run.afterPerson ?? first
  const upTo = run.hasWrapped ? first : LAST
  const startedMs = clock.elapsedMs()
  const context = { signalId: signal.id, now: clock.now(), graceDays: config.pastDueGraceDays }
  const page = await nextPeople(statements, { ...context, after, upTo, limit: PEOPLE_PER_STEP })
  const people = page.map(({ id }) => id)
  const devices = people.length > 0 ? await devicesToTell(statements, { ...context, people }) : []
  const told: Told = { taken: [], gone: [], holds: [] }
  const timesMs: number[] = []
  const messages = await messagesOf(deps, signal)
  const started = await inOrder(
    devices,
    () => clock.elapsedMs() - startedMs < READ_AGAIN_MS,
    async (device) => {
      const hold = holdOf(device, signal, clock.now(), circuits)
      if (hold) return void told.holds.push(hold)
      const outcome = await deps.push.send(device, messages(device))
      circuits.heard(new URL(device.endpoint).host, outcome)
      if (outcome.is === 'taken') {
        told.taken.push(device.id)
        timesMs.push(clock.now().getTime() - signal.createdAt.getTime())
      } else if (outcome.is === 'gone') told.gone.push(device.endpoint)
      else {
        const waitMs = retryMs(outcome, device.failures)
        if (waitMs === null) return
        const until = new Date(clock.now().getTime() + waitMs)
        told.holds.push({ id: device.id, why: 'service', until, hasFailed: true })
      }
    },
  )
  await saveTold(trx, told, clock.now(), signal.createdAt)
  const isWhole = started === devices.length
  const isEnd = isWhole && people.length < PEOPLE_PER_STEP
  const last = isWhole ? people.at(-1) : devices[started - 1]?.personId
  await trx
    .updateTable('deliveryReceipts')
    .set({
      firstPerson: first,
      afterPerson: isEnd ? FIRST : (last ?? after),
      hasWrapped: run.hasWrapped || isEnd,
      // Moves to the end of the queue, so that a signal to a few people doesn't wait for one to many.
      pushDueAt: isEnd && run.hasWrapped ? null : clock.now(),
      handed: run.handed + timesMs.length,
      handedIn: withTimes(run.handedIn, timesMs),
      lastMs: timesMs.length > 0 ? Math.max(run.lastMs ?? 0, ...timesMs) : run.lastMs,
    })
    .where('signalId', '=', signal.id)
    .execute()
}

async function nextStart(trx: Transaction<DB>): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('alert_run_number') as number`.execute(trx)
  return startOfRun(rows[0]?.number ?? 0)
}

const finish = (trx: Transaction<DB>, { signalId }: Run) =>
  trx.updateTable('deliveryReceipts').set({ pushDueAt: null }).where('signalId', '=', signalId).execute()

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

/**
 * Calls `run` for each device, 128 at once, and returns the number of calls. Once `mayStart` returns false, no further
 * person is started. The first 128 devices always are, so that there is progress even on a slow machine.
 */
async function inOrder(
  devices: readonly Device[],
  mayStart: () => boolean,
  run: (device: Device) => Promise<void>,
): Promise<number> {
  let next = 0
  const isNext = (device: Device | undefined): device is Device =>
    device !== undefined && (next < AT_ONCE || mayStart() || device.personId === devices[next - 1]?.personId)
  async function work() {
    for (let device = devices[next]; isNext(device); device = devices[next]) {
      next += 1
      await run(device)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return next
}
