// Emails about alerts that couldn't be sent at once, because the mail server is down: they are read again right before
// they are sent, so that they have nothing that the person may not see anymore, and those of a long outage become one.
import { sql, type Transaction } from 'kysely'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { deleteEmail, rewriteEmail } from '#server/emails/queue-email.ts'
import type { Covered } from '#shared/emails/alerts.ts'
import type { EmailData } from '#shared/emails/templates.ts'
import { digestEmail, signalsEmail } from './contents.ts'
import { type Recipient, recipientOf } from './recipients.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** A job sends an email sooner than this, unless the mail server or the queue is slow. */
const RENEWED_AFTER_MS = 2000
/** After this time, emails about signals are combined, as push messages are. */
const COMBINED_AFTER_MS = 15 * 60_000

/** What of the data is needed here. Emails from before this was stored have no `covered`. */
type Data = { personId: string; covered?: Covered | Covered[] }

/**
 * Renews a late email about alerts, and does nothing for other emails. Deletes the email if it has nothing left to
 * report. Throws if it can't be composed, and then its job fails.
 */
export async function renewLateEmail(deps: Needs, emailId: string): Promise<void> {
  const { db, clock } = deps
  const nowMs = clock.now().getTime()
  const email = await db
    .selectFrom('emails')
    .select(['template', 'recipient', 'data'])
    .where('id', '=', emailId)
    .where('sentAt', 'is', null)
    .where('template', 'in', ['alertDigest', 'signalAlerts'])
    .where('createdAt', '<=', new Date(nowMs - RENEWED_AFTER_MS))
    .executeTakeFirst()
  if (!email) return
  const { personId, covered } = email.data as unknown as Data
  if (covered === undefined) return
  const late = { emailId, personId, isDigest: !Array.isArray(covered) }
  const ids = late.isDigest
    ? [emailId]
    : await waitingFor(db, emailId, email.recipient, personId, new Date(nowMs - COMBINED_AFTER_MS))
  try {
    await combine(deps, late, ids)
  } catch (error) {
    if (ids.length === 1 || isDatabaseUnavailable(error)) throw error
    // Another email that can't be composed doesn't block this one.
    await combine(deps, late, [emailId])
  }
}

type Late = { emailId: string; personId: string; isDigest: boolean }

/** Combines these emails into the one with `emailId`, and deletes the others. */
const combine = (deps: Needs, { emailId, personId, isDigest }: Late, ids: readonly string[]) =>
  deps.db.transaction().execute(async (trx) => {
    // In one order, because the jobs of the other emails may be doing the same.
    const waiting = await trx
      .selectFrom('emails')
      .select(['id', 'data'])
      .where('id', 'in', [...ids])
      .where('sentAt', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .forUpdate()
      .execute()
    if (!waiting.some(({ id }) => id === emailId)) return
    const person = await recipientOf(trx, personId)
    const all = waiting.flatMap(({ data }) => (data as unknown as Data).covered ?? [])
    const data = person && (await dataOf(trx, deps, person, all, isDigest))
    for (const { id } of waiting) if (!data || id !== emailId) await deleteEmail(trx, id)
    if (person && data) await rewriteEmail(trx, emailId, { to: person.email, data })
  })

/** The ids of a person's emails about signals that wait since before an instant, and of this one. */
async function waitingFor(
  db: Deps['db'],
  emailId: string,
  recipient: string,
  personId: string,
  before: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('recipient', '=', recipient)
    .where('template', '=', 'signalAlerts')
    .where('sentAt', 'is', null)
    .where('createdAt', '<=', before)
    .where(sql<boolean>`data ->> 'personId' = ${personId} and data -> 'covered' is not null`)
    .execute()
  return [...new Set([emailId, ...rows.map(({ id }) => id)])]
}

/** Null also if the person has turned the digest off in the meantime. */
async function dataOf(
  trx: Transaction<DB>,
  deps: Needs,
  person: Recipient,
  all: readonly Covered[],
  isDigest: boolean,
): Promise<EmailData<'alertDigest'> | EmailData<'signalAlerts'> | null> {
  if (!isDigest) return await signalsEmail(trx, deps, person, all)
  const schedule = await trx
    .selectFrom('alertSchedules')
    .select(['digest', 'digestMinute', 'timeZone'])
    .where('personId', '=', person.id)
    .where('digest', '<>', 'off')
    .executeTakeFirst()
  const [covered] = all
  return schedule && covered ? await digestEmail(trx, deps, person, schedule, covered) : null
}
