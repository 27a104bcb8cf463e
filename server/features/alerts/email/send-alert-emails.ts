// Queues the alert emails that are due: immediate ones about signals, digests, and alerts held during quiet hours. Each
// is queued in the transaction that marks it as done, with an id derived from what it reports.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { queueEmail } from '#server/emails/queue-email.ts'
import { hasFailed, mayTry, runNext } from '../failed-steps.ts'
import { nextDigestAt } from '../settings.ts'
import { digestEmail } from './contents.ts'
import { nameBasedId } from './name-based-id.ts'
import { recipientOf } from './recipients.ts'
import {
  type AlertEmailDeps,
  emailNextSignal,
  justBefore,
  queueSignals,
  quietEnd,
  retryNextPerson,
} from './signal-emails.ts'

const DAY_MS = 86_400_000

/**
 * Sends everything that is due. Can run on several copies of the server at the same time. An error in one kind doesn't
 * block the other kinds; the first error is thrown afterwards.
 */
export async function sendAlertEmails(deps: AlertEmailDeps): Promise<void> {
  const errors: unknown[] = []
  for (const step of [emailNextSignal, retryNextPerson, sendNextDigest, releaseNext])
    try {
      while (await step(deps)) {
        // Repeats until nothing is due.
      }
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}

/** The interval at which immediate emails and digests are checked. */
const REPEAT_MS = 2000

/** This is a loop, because a job for each signal would take NOTIFY's lock with each delivery. */
export async function repeatAlertEmails(deps: AlertEmailDeps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await sendAlertEmails(deps).catch((error: unknown) =>
      deps.log.warn(
        { event: 'alert_emails_failed', error: String(error) },
        'emails about alerts could not be queued; trying again',
      ),
    )
    await wait(REPEAT_MS, undefined, { signal: stopping, ref: false }).catch(() => {})
  }
}

/** Identifies the failures of a loop for the person of a schedule. */
const of = (loop: 'digest' | 'quiet_hours') => ({
  loop,
  subject: sql.ref('alertSchedules.personId'),
  personId: sql.ref('alertSchedules.personId'),
})

/** Sends the alerts held during quiet hours as one email. Once given up, they are only in the list. */
const releaseNext = (deps: AlertEmailDeps): Promise<boolean> =>
  runNext(deps, {
    async take(trx) {
      const row = await trx
        .selectFrom('alertSchedules')
        .select(['personId', 'heldSince', 'releaseAt', hasFailed(of('quiet_hours')).as('hasFailed')])
        .where('releaseAt', '<=', deps.clock.now())
        .where(mayTry(of('quiet_hours'), deps.clock.now()))
        .orderBy('releaseAt')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!row?.heldSince || !row.releaseAt) return undefined
      const { personId, heldSince, releaseAt } = row
      return {
        row: { personId, heldSince, releaseAt },
        step: { loop: 'quiet_hours', subject: personId, personId },
        hasFailed: row.hasFailed,
      }
    },
    async run(trx, { personId, heldSince, releaseAt }) {
      const now = deps.clock.now()
      const person = await recipientOf(trx, personId)
      // The person may have changed their quiet hours or their time zone in the meantime.
      const until = person ? quietEnd(person, now) : null
      if (person && !until) {
        const covered = { from: justBefore(heldSince), until: now.toISOString() }
        const id = nameBasedId('held', personId, releaseAt.toISOString())
        await queueSignals(trx, deps, person, covered, id)
      }
      await trx
        .updateTable('alertSchedules')
        .set(until ? { releaseAt: until } : { heldSince: null, releaseAt: null })
        .where('personId', '=', personId)
        .execute()
    },
    giveUp: (trx, { personId }) =>
      trx
        .updateTable('alertSchedules')
        .set({ heldSince: null, releaseAt: null })
        .where('personId', '=', personId)
        .execute(),
  })

/**
 * Sends the next due digest, which covers the time since the previous one. Without alerts, nothing is sent. If this
 * digest is given up, the next one covers its time too.
 */
const sendNextDigest = (deps: AlertEmailDeps): Promise<boolean> =>
  runNext(deps, {
    async take(trx) {
      const row = await trx
        .selectFrom('alertSchedules')
        .selectAll()
        .select(hasFailed(of('digest')).as('hasFailed'))
        .where('nextDigestAt', '<=', deps.clock.now())
        .where(mayTry(of('digest'), deps.clock.now()))
        .orderBy('nextDigestAt')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!row?.nextDigestAt) return undefined
      const { personId, nextDigestAt: plannedAt } = row
      return {
        row: { ...row, plannedAt },
        step: { loop: 'digest', subject: personId, personId },
        hasFailed: row.hasFailed,
      }
    },
    async run(trx, due) {
      const { clock } = deps
      const now = clock.now()
      const { personId, digestSince, plannedAt } = due
      const person = await recipientOf(trx, personId)
      const covered = { from: digestSince.toISOString(), until: now.toISOString() }
      const data = person && (await digestEmail(trx, deps, person, due, covered))
      if (person && data)
        await queueEmail(trx, clock, {
          name: 'alertDigest',
          to: person.email,
          id: nameBasedId('digest', personId, plannedAt.toISOString()),
          data,
        })
      await trx
        .updateTable('alertSchedules')
        .set({ nextDigestAt: nextDigestAt(due, now), digestSince: now })
        .where('personId', '=', personId)
        .execute()
    },
    // Doesn't use the person's local time, because computing it may be what failed.
    giveUp: (trx, { personId, digest }) =>
      trx
        .updateTable('alertSchedules')
        .set({ nextDigestAt: new Date(deps.clock.now().getTime() + (digest === 'weekly' ? 7 : 1) * DAY_MS) })
        .where('personId', '=', personId)
        .execute(),
  })
