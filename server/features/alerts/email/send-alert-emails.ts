// Queues the alert emails that are due: immediate ones about signals, digests, and alerts held during quiet hours. Each
// is queued in the transaction that marks it as done, with an id derived from what it reports.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { quietUntil } from '#shared/rules/local-time.ts'
import type { Covered } from '#shared/emails/alerts.ts'
import { nextDigestAt } from '../settings.ts'
import { digestEmail, signalsEmail } from './contents.ts'
import { nameBasedId } from './name-based-id.ts'
import { type Recipient, recipientOf } from './recipients.ts'

export type AlertEmailDeps = Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'market'>

/**
 * How many people with a bell for a signal are read at once. If a copy is killed, at most these are repeated, and no
 * email is queued twice.
 */
const PEOPLE_PER_STEP = 200
/**
 * Where a run is (`alert_runs.after_person`). It starts after the signal's own id, which is random, so that the same
 * people don't always come first, and continues from the lowest id up to that one.
 */
const NOT_BEGUN = '00000000-0000-0000-0000-000000000000'
const [WRAPPED, HIGHEST] = ['00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** Sends everything that is due. Can run on several copies of the server at the same time. */
export async function sendAlertEmails(deps: AlertEmailDeps): Promise<void> {
  for (const step of [emailNextSignal, sendNextDigest, releaseNext])
    while (await step(deps)) {
      // Repeats until nothing is due.
    }
}

/** Emails the next people who want a signal immediately. False if no signal is waiting. */
async function emailNextSignal(deps: AlertEmailDeps): Promise<boolean> {
  const { db, clock, config } = deps
  return await db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('alertRuns as r')
      .leftJoin('signals as g', 'g.id', 'r.signalId')
      .select(['r.signalId', 'r.afterPerson', 'g.userId', 'g.createdAt', 'g.isPremium'])
      .orderBy('r.queuedAt')
      .limit(1)
      .forUpdate('r')
      .skipLocked()
      .executeTakeFirst()
    if (!run) return false
    const { signalId, userId, createdAt } = run
    const after = run.afterPerson === NOT_BEGUN ? signalId : run.afterPerson
    const hasWrapped = after < signalId
    const isNext = (column: string) =>
      sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${hasWrapped ? signalId : HIGHEST}`
    const { rows: people } = await sql<{ id: string; wants: boolean }>`
      select p.id, coalesce(b.email, preference.email) = 'at_once' as wants from (
        select person_id as id from alert_bells
         where author_id = ${userId} and level <> 'off' and ${isNext('personId')}
        union
        select s.subscriber_id from subscriptions s where s.creator_id = ${userId} and ${isNext('s.subscriberId')}
          and ${givesAccess('s', { now: clock.now(), graceDays: config.pastDueGraceDays })}
        order by 1 limit ${PEOPLE_PER_STEP}) p
      left join alert_bells b on b.author_id = ${userId} and b.person_id = p.id
      left join alert_preferences preference on preference.person_id = p.id and preference.kind = 'signal'
      order by p.id`.execute(trx)
    if (createdAt)
      for (const { id, wants } of people) if (wants) await emailOrHold(trx, deps, id, { signalId, createdAt })
    const isWhole = people.length < PEOPLE_PER_STEP
    if (isWhole && hasWrapped) await trx.deleteFrom('alertRuns').where('signalId', '=', signalId).execute()
    else
      await trx
        .updateTable('alertRuns')
        .set({ afterPerson: isWhole ? WRAPPED : (people.at(-1)?.id ?? after) })
        .where('signalId', '=', signalId)
        .execute()
    return true
  })
}

async function emailOrHold(
  trx: Transaction<DB>,
  deps: AlertEmailDeps,
  personId: string,
  { signalId, createdAt }: { signalId: string; createdAt: Date },
): Promise<void> {
  const person = await recipientOf(trx, personId)
  if (!person) return
  const now = deps.clock.now()
  // If alerts are still held, this one comes with them, because their email lists everything until now.
  const until = quietEnd(person, now) ?? (person.heldSince && now)
  if (until) {
    await trx
      .updateTable('alertSchedules')
      .set((eb) => ({ heldSince: eb.fn('least', ['heldSince', eb.val(createdAt)]), releaseAt: until }))
      .where('personId', '=', personId)
      .execute()
    return
  }
  // Uses the rules of the list: nobody gets an email after a block, a mute or a lapsed subscription, or if the author
  // is private by now.
  const covered = { from: justBefore(createdAt), until: createdAt.toISOString(), signalId }
  await queueSignals(trx, deps, person, covered, nameBasedId('signal', signalId, personId))
}

/** When a person's quiet hours end; null outside of them. */
const quietEnd = ({ timeZone, quietFrom: from, quietTo: to }: Recipient, now: Date): Date | null =>
  from === null || to === null ? null : quietUntil({ timeZone, from, to }, now)

const justBefore = (at: Date) => new Date(at.getTime() - 1).toISOString()

/** Sends the alerts held during quiet hours as one email. */
async function releaseNext(deps: AlertEmailDeps): Promise<boolean> {
  const { db, clock } = deps
  return await db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('alertSchedules')
      .select(['personId', 'heldSince', 'releaseAt'])
      .where('releaseAt', '<=', clock.now())
      .orderBy('releaseAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!held?.heldSince || !held.releaseAt) return false
    const { personId, heldSince, releaseAt } = held
    const now = clock.now()
    const person = await recipientOf(trx, personId)
    // The person may have changed their quiet hours or their time zone in the meantime.
    const until = person ? quietEnd(person, now) : null
    if (until) {
      await trx
        .updateTable('alertSchedules')
        .set({ releaseAt: until })
        .where('personId', '=', personId)
        .execute()
      return true
    }
    if (person) {
      const covered = { from: justBefore(heldSince), until: now.toISOString() }
      await queueSignals(trx, deps, person, covered, nameBasedId('held', personId, releaseAt.toISOString()))
    }
    await trx
      .updateTable('alertSchedules')
      .set({ heldSince: null, releaseAt: null })
      .where('personId', '=', personId)
      .execute()
    return true
  })
}

/** Sends the next due digest, which covers the time since the previous one. Without alerts, nothing is sent. */
async function sendNextDigest(deps: AlertEmailDeps): Promise<boolean> {
  const { db, clock } = deps
  return await db.transaction().execute(async (trx) => {
    const now = clock.now()
    const due = await trx
      .selectFrom('alertSchedules')
      .selectAll()
      .where('nextDigestAt', '<=', now)
      .orderBy('nextDigestAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due?.nextDigestAt) return false
    const { personId, digestSince } = due
    const person = await recipientOf(trx, personId)
    const covered = { from: digestSince.toISOString(), until: now.toISOString() }
    const data = person && (await digestEmail(trx, deps, person, due, covered))
    if (person && data)
      await queueEmail(trx, clock, {
        name: 'alertDigest',
        to: person.email,
        id: nameBasedId('digest', personId, due.nextDigestAt.toISOString()),
        data,
      })
    await trx
      .updateTable('alertSchedules')
      .set({ nextDigestAt: nextDigestAt(due, now), digestSince: now })
      .where('personId', '=', personId)
      .execute()
    return true
  })
}

async function queueSignals(
  trx: Transaction<DB>,
  deps: AlertEmailDeps,
  person: Recipient,
  covered: Covered,
  id: string,
): Promise<void> {
  const data = await signalsEmail(trx, deps, person, [covered])
  if (data) await queueEmail(trx, deps.clock, { name: 'signalAlerts', to: person.email, id, data })
}
