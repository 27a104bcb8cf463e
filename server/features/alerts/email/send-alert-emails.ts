// Queues the alert emails that are due: immediate ones about signals, digests, and alerts held during quiet hours. Each
// is queued in the transaction that marks it as done, with an id derived from what it reports.
import { sql, type Transaction } from 'kysely'
import { FIRST_PAGE } from '#server/db/page.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { quietUntil } from '#shared/rules/local-time.ts'
import { alertRows, type AlertRow } from '../store.ts'
import { preferencesOf } from '../preferences.ts'
import { nextDigestAt } from '../settings.ts'
import { emailRows } from './compose-rows.ts'
import { nameBasedId } from './name-based-id.ts'
import { bellEmails, type Recipient, recipientOf } from './recipients.ts'

export type AlertEmailDeps = Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'market'>

/**
 * How many people with a bell for a signal are read at once. If a copy is killed, at most these are repeated, and no
 * email is queued twice.
 */
const PEOPLE_PER_STEP = 200
/** The maximum number of rows in an email. */
const ROWS_MAX = 50

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
    const { signalId, afterPerson, userId, createdAt } = run
    const { rows: people } = await sql<{ id: string; wants: boolean }>`
      select p.id, coalesce(b.email, preference.email) = 'at_once' as wants from (
        select person_id as id from alert_bells
         where author_id = ${userId} and level <> 'off' and person_id > ${afterPerson}
        union
        select s.subscriber_id from subscriptions s where s.creator_id = ${userId} and s.subscriber_id > ${afterPerson}
          and ${givesAccess('s', { now: clock.now(), graceDays: config.pastDueGraceDays })}
        order by 1 limit ${PEOPLE_PER_STEP}) p
      left join alert_bells b on b.author_id = ${userId} and b.person_id = p.id
      left join alert_preferences preference on preference.person_id = p.id and preference.kind = 'signal'
      order by p.id`.execute(trx)
    if (createdAt)
      for (const { id, wants } of people) if (wants) await emailOrHold(trx, deps, id, { signalId, createdAt })
    const last = people.at(-1)
    if (last && people.length === PEOPLE_PER_STEP)
      await trx
        .updateTable('alertRuns')
        .set({ afterPerson: last.id })
        .where('signalId', '=', signalId)
        .execute()
    else await trx.deleteFrom('alertRuns').where('signalId', '=', signalId).execute()
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
  const { timeZone, quietFrom: from, quietTo: to } = person
  const until = from === null || to === null ? null : quietUntil({ timeZone, from, to }, now)
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
  const rows = await alertRows(deps, personId, ['signal'], {
    from: new Date(createdAt.getTime() - 1),
    before: { createdAt: new Date(createdAt.getTime() + 1), id: FIRST_PAGE.id },
    limit: ROWS_MAX,
    forEmail: true,
  })
  await queueSignals(
    trx,
    deps,
    person,
    rows.filter(({ id }) => id === signalId),
    {
      id: nameBasedId('signal', signalId, personId),
      isHeld: false,
    },
  )
}

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
    const person = await recipientOf(trx, personId)
    if (person) {
      const rows = await alertRows(deps, personId, ['signal'], {
        from: new Date(heldSince.getTime() - 1),
        before: FIRST_PAGE,
        limit: ROWS_MAX,
        forEmail: true,
      })
      const emails = await bellEmails(trx, personId)
      const wanted = rows.filter(({ signal }) => emails.of(signal?.userId) === 'at_once')
      const id = nameBasedId('held', personId, releaseAt.toISOString())
      await queueSignals(trx, deps, person, wanted, { id, isHeld: true })
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
    const { personId, timeZone, digestSince } = due
    const person = await recipientOf(trx, personId)
    if (person) {
      const emails = await bellEmails(trx, personId)
      const kinds = (await preferencesOf({ db: trx }, personId)).flatMap(({ kind, email }) =>
        email === 'digest' || (kind === 'signal' && emails.hasDigest) ? [kind] : [],
      )
      const rows = await alertRows(deps, personId, kinds, {
        from: digestSince,
        before: FIRST_PAGE,
        limit: ROWS_MAX,
        forEmail: true,
      })
      const wanted = rows.filter(
        ({ kind, signal }) => kind !== 'signal' || emails.of(signal?.userId) === 'digest',
      )
      if (wanted.length > 0)
        await queueEmail(trx, clock, {
          name: 'alertDigest',
          to: person.email,
          id: nameBasedId('digest', personId, due.nextDigestAt.toISOString()),
          data: {
            personId,
            when: whenOf(due),
            ...(await emailRows(deps, personId, wanted, timeZone)),
          },
        })
    }
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
  { id: personId, email: to, timeZone }: Recipient,
  rows: readonly AlertRow[],
  { id, isHeld }: { id: string; isHeld: boolean },
): Promise<void> {
  if (rows.length === 0) return
  const { signals } = await emailRows(deps, personId, rows, timeZone)
  await queueEmail(trx, deps.clock, { name: 'signalAlerts', to, id, data: { personId, signals, isHeld } })
}

/** "daily at 7:00 AM New York". */
function whenOf({
  digest,
  digestMinute,
  timeZone,
}: {
  digest: string
  digestMinute: number
  timeZone: string
}) {
  const at = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(digestMinute * 60_000),
  )
  return `${digest} at ${at} ${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')}`
}
