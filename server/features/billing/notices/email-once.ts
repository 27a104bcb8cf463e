// Queues an email about money once for each cause, no matter how often or how late Stripe reports it.
import type { Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB } from '#server/db/tables.ts'
import { type NewEmail, queueEmail } from '#server/emails/queue-email.ts'
import type { EmailName } from '#shared/emails/templates.ts'
import { type AlertKind, KINDS } from '#shared/rules/alert-kinds.ts'

type Once<Name extends EmailName> = Pick<NewEmail<Name>, 'name' | 'data'> & {
  userId: string
  /** Identifies the event: a subscription, an invoice, or a day. */
  cause: string
}

/** Does nothing for a person who has left. */
export async function emailOnce<Name extends EmailName>(
  trx: Transaction<DB>,
  clock: Clock,
  { userId, cause, name, data }: Once<Name>,
): Promise<void> {
  const person = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('isFormer', '=', false)
    .executeTakeFirst()
  if (!person) return
  const marked = await trx
    .insertInto('billingEmails')
    .values({ userId, kind: name, cause, queuedAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (marked.numInsertedOrUpdatedRows === 1n) await queueEmail(trx, clock, { name, to: person.email, data })
}

/**
 * Whether a person gets a separate email for alerts of this kind. False if the digest includes them or the person
 * turned them off.
 */
export async function wantsEmail(trx: Transaction<DB>, personId: string, kind: AlertKind): Promise<boolean> {
  const chosen = await trx
    .selectFrom('alertPreferences')
    .select('email')
    .where('personId', '=', personId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const wish = chosen?.email ?? KINDS[kind].usual.email
  if (wish !== 'digest') return wish === 'at_once'
  const schedule = await trx
    .selectFrom('alertSchedules')
    .select('digest')
    .where('personId', '=', personId)
    .executeTakeFirst()
  return (schedule?.digest ?? 'off') === 'off'
}
