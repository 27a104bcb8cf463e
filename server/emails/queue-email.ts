// Queues an email in the transaction of the change that it reports.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB } from '#server/db/tables.ts'
import { enqueue, enqueuePolled } from '#server/jobs/enqueue.ts'
import type { EmailData, EmailName } from '#shared/emails/templates.ts'

export type NewEmail<Name extends EmailName> = {
  name: Name
  to: string
  data: EmailData<Name>
  /** The email's id, so that it is queued once. Random by default. */
  id?: string
  /** When the email is no longer useful, such as when its link expires. */
  expiresAt?: Date
  /** The result of `mailboxTurn`, for an email that a stranger can cause. */
  mailbox?: string
}

/** Deletes a queued or sent email, including its address. */
export const deleteEmail = (trx: Transaction<DB>, id: string) =>
  trx.deleteFrom('emails').where('id', '=', id).execute()

/** Changes what a queued email says, and to whom. Lock its row first, so that it isn't being sent. */
export const rewriteEmail = (trx: Transaction<DB>, id: string, { to, data }: { to: string; data: object }) =>
  trx
    .updateTable('emails')
    .set({ recipient: to, data: sql`${JSON.stringify(data)}::jsonb` })
    .where('id', '=', id)
    .execute()

/** Emails with a link that a person is waiting for. All others can wait a second. */
const WAITED_FOR: ReadonlySet<EmailName> = new Set([
  'passwordReset',
  'signInLink',
  'verifyEmail',
  'confirmEmailChange',
])

/** The job `send_email` sends it once the transaction is committed. */
export async function queueEmail<Name extends EmailName>(
  trx: Kysely<DB> | Transaction<DB>,
  clock: Clock,
  { name, to, data, id = clock.newId(), expiresAt, mailbox }: NewEmail<Name>,
): Promise<void> {
  const queued = await trx
    .insertInto('emails')
    .values({
      id,
      recipient: to,
      template: name,
      data: sql`${JSON.stringify(data)}::jsonb`,
      createdAt: clock.now(),
      expiresAt: expiresAt ?? null,
      mailbox: mailbox ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (queued.numInsertedOrUpdatedRows !== 1n) return
  await (WAITED_FOR.has(name) ? enqueue : enqueuePolled)(trx, 'send_email', { emailId: id })
}
