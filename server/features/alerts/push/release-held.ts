// Sends held notifications: after quiet hours, after a push service failed, and for alerts that aren't about a new
// signal. The alerts are read at that time, by the rules of the list.
import { type RawBuilder, sql } from 'kysely'
import { FIRST_PAGE } from '#server/db/page.ts'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import type { PushOutcome } from '#server/adapters/push.ts'
import { quietUntil } from '#shared/rules/local-time.ts'
import { preferencesOf } from '../preferences.ts'
import { type AlertRow, wantedRows } from '../alert-rows.ts'
import { alertViews } from '../views.ts'
import { forgetFailure, hasFailed, noteFailure, type Step } from '../failed-steps.ts'
import type { Circuits } from './circuits.ts'
import { countLater } from './count-later.ts'
import { endDevices, NOTHING_HELD, retryMs } from './holds.ts'
import { messageOf, messageOfMissed } from './message.ts'
import type { PushDeps } from './tell-person.ts'

const DEVICES_PER_STEP = 64
const AT_ONCE = 16
/** How long a device stays reserved for the copy of the server that is sending to it. */
const TAKEN_MS = 30_000
/** The maximum number of alerts that are counted. */
const ROWS_MAX = 100
/** More alerts than this are combined into one message. */
const MESSAGES_MAX = 5
/** How soon a device is checked again, so that alerts that arrive while a message is being sent aren't lost. */
const AGAIN_MS = 1000

type Held = {
  id: string
  personId: string
  endpoint: string
  p256dh: string
  auth: string
  vapidKey: number
  showsText: boolean
  failures: number
  heldSince: Date
  heldFor: 'quiet' | 'service' | 'due'
  timeZone: string | null
  quietFrom: number | null
  quietTo: number | null
  /** Whether the session is valid and the account isn't being deleted. */
  isHere: boolean
  /** Whether an earlier attempt failed because of an internal error. */
  hasFailed: boolean
}

/** Sends to the next devices that are due. False if there are none. */
export async function releaseNext(deps: PushDeps, circuits: Circuits): Promise<boolean> {
  const now = deps.clock.now()
  const { rows: held } = await sql<Held>`
    with taken as (
      update push_devices set release_at = ${new Date(now.getTime() + TAKEN_MS)} where id in (
        select id from push_devices where release_at <= ${now} order by release_at limit ${DEVICES_PER_STEP} for update skip locked)
      returning *)
    select d.id, d.person_id as "personId", d.endpoint, d.p256dh, d.auth, d.vapid_key as "vapidKey",
        d.shows_text as "showsText", d.failures, d.held_since as "heldSince", d.held_for as "heldFor",
        plan.time_zone as "timeZone", plan.quiet_from as "quietFrom", plan.quiet_to as "quietTo",
        s.expire > ${now} and person.deletion_requested_at is null as "isHere",
        ${hasFailed({ loop: LOOP, subject: sql`d.id`, personId: sql`d.person_id` })} as "hasFailed"
      from taken d join sessions s on s.sid = d.session join users person on person.id = d.person_id
      left join alert_schedules plan on plan.person_id = d.person_id`.execute(deps.db)
  for (let at = 0; at < held.length; at += AT_ONCE)
    await Promise.all(held.slice(at, at + AT_ONCE).map((device) => releaseOrNote(deps, circuits, device)))
  return held.length > 0
}

const LOOP = 'held_push'

/** A device that fails is retried later. Once it is given up, the alerts it missed are only in the list. */
async function releaseOrNote(deps: PushDeps, circuits: Circuits, device: Held): Promise<void> {
  const step: Step = { loop: LOOP, subject: device.id, personId: device.personId }
  try {
    await release(deps, circuits, device)
    if (device.hasFailed) await forgetFailure(deps.db, step)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const until = await noteFailure(deps, step, error)
    await (until ? keep(deps, device, { until, why: 'service' }) : clear(deps, device.id))
  }
}

async function release(deps: PushDeps, circuits: Circuits, device: Held): Promise<void> {
  const { clock } = deps
  const { timeZone, quietFrom: from, quietTo: to, endpoint } = device
  if (!device.isHere) return await clear(deps, device.id)
  const now = clock.now()
  const quiet =
    timeZone === null || from === null || to === null ? null : quietUntil({ timeZone, from, to }, now)
  if (quiet) return await keep(deps, device, { until: quiet, why: 'quiet' })
  const rows = await missedBy(deps, device)
  if (rows.length === 0) return await clearIfNothing(deps, device)
  const { host } = new URL(endpoint)
  const closedMs = circuits.closedForMs(host)
  if (closedMs !== null)
    return await keep(deps, device, { until: new Date(now.getTime() + closedMs), why: 'service' })
  const outcome = await tell(deps, device, rows)
  circuits.heard(host, outcome)
  if (outcome.is === 'gone') return void (await endDevices(deps.db, [endpoint], clock.now()))
  const waitMs = retryMs(outcome, device.failures)
  if (waitMs !== null)
    return await keep(deps, device, {
      until: new Date(clock.now().getTime() + waitMs),
      why: 'service',
      isFailure: true,
    })
  const newest = Math.max(...rows.map(({ createdAt }) => createdAt.getTime()))
  const toldAt = clock.now()
  // Meanwhile another copy may have held back an older signal for this device. That signal isn't sent yet.
  const ifOlder = (then: RawBuilder<unknown>, otherwise: Date) =>
    sql<Date>`case when held_since < ${device.heldSince} then ${then} else ${otherwise}::timestamptz end`
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('pushDevices')
      .set({
        heldSince: ifOlder(sql`held_since`, new Date(newest + 1)),
        heldFor: 'due',
        releaseAt: ifOlder(sql`${toldAt}::timestamptz`, new Date(toldAt.getTime() + AGAIN_MS)),
        ...(outcome.is === 'taken' && { lastOkAt: toldAt, failures: 0 }),
      })
      .where('id', '=', device.id)
      .execute()
    if (outcome.is === 'taken') await countLater(trx, device, rows, toldAt)
  })
}

/** Sends one message for each alert, oldest first, or a single message for all held alerts. */
async function tell(deps: PushDeps, device: Held, rows: readonly AlertRow[]): Promise<PushOutcome> {
  const views = await alertViews(deps, device.personId, rows)
  const options = { publicUrl: deps.publicUrl, showsText: device.showsText, timeZone: device.timeZone }
  const isSummed = views.length > MESSAGES_MAX || (views.length > 1 && device.heldFor !== 'due')
  const messages = isSummed
    ? [messageOfMissed(views, options)]
    : views.toReversed().map((view) => messageOf(view, options))
  let outcome: PushOutcome = { is: 'taken' }
  for (const message of messages) {
    outcome = await deps.push.send(device, message)
    // One that is never retried doesn't hold up the others.
    if (outcome.is !== 'taken' && (outcome.is === 'gone' || retryMs(outcome, 0) !== null)) return outcome
  }
  return outcome
}

/** The alerts since the device began to wait, of the kinds that the person wants as notifications, newest first. */
async function missedBy(deps: PushDeps, { personId, heldSince }: Held): Promise<AlertRow[]> {
  const { db } = deps
  const byAuthor = await db
    .selectFrom('alertBells')
    .select(['authorId', 'push'])
    .where('personId', '=', personId)
    .where('push', 'is not', null)
    .execute()
  const preferences = await preferencesOf({ db }, personId)
  const usual = preferences.find(({ kind }) => kind === 'signal')?.push ?? false
  const kinds = preferences.flatMap(({ kind, push }) =>
    push || (kind === 'signal' && byAuthor.some((bell) => bell.push)) ? [kind] : [],
  )
  const span = {
    from: new Date(heldSince.getTime() - 1),
    before: FIRST_PAGE,
    limit: ROWS_MAX,
    forEmail: true,
  }
  return await wantedRows(
    deps,
    personId,
    kinds,
    span,
    ({ kind, signal }) =>
      kind !== 'signal' || (byAuthor.find(({ authorId }) => authorId === signal?.userId)?.push ?? usual),
  )
}

type Wait = { until: Date; why: 'quiet' | 'service'; isFailure?: boolean }

/** Keeps quiet hours as the reason, because their alerts are sent as one message when they end. */
const keep = async ({ db }: PushDeps, { id, heldFor, failures }: Held, { until, why, isFailure }: Wait) =>
  void (await db
    .updateTable('pushDevices')
    .set({
      releaseAt: until,
      heldFor: heldFor === 'quiet' ? heldFor : why,
      ...(isFailure && { failures: failures + 1 }),
    })
    .where('id', '=', id)
    .execute())

const clear = async ({ db }: Pick<PushDeps, 'db'>, id: string) =>
  void (await db.updateTable('pushDevices').set(NOTHING_HELD).where('id', '=', id).execute())

/** Checks again with the row locked: a signal that arrives now waits for the lock and then marks the device. */
const clearIfNothing = async (deps: PushDeps, device: Held) =>
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('pushDevices')
      .select('heldSince')
      .where('id', '=', device.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.heldSince) return
    // On the same connection, because sixteen of these transactions would otherwise wait for each other's connections.
    const rows = await missedBy({ ...deps, db: trx }, { ...device, heldSince: row.heldSince })
    await trx
      .updateTable('pushDevices')
      .set(rows.length === 0 ? NOTHING_HELD : { releaseAt: deps.clock.now() })
      .where('id', '=', device.id)
      .execute()
  })
