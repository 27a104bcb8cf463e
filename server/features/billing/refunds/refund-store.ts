// The stored refunds: planned ones, those that Stripe has made, and what is left of a payment.
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB, Refunds } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { nameOf } from '#shared/rules/people.ts'
import { taxOfRefund } from '#shared/rules/tax.ts'

export type RefundCause = Refunds['cause']
type Trx = Transaction<DB>

/** Metadata of a refund at Stripe: the id of its row here. */
export const REFUND_ID = 'refund_id'

/** A refund at Stripe that wasn't rejected. */
export type MadeRefund = {
  stripeRefundId: string
  amountInCents: number
  refundId: string | null
  cause: RefundCause
  madeAt: Date
}

/** Refunds that another email covers. */
const WITH_OWN_EMAIL: readonly RefundCause[] = ['withdrawal', 'block', 'leaving']
/** Refunds from before this table get no email when their payment is read again. */
const RECENT_MS = 7 * 86_400_000

export const waiting = (db: Kysely<DB>) =>
  db.selectFrom('refunds').where('doneAt', 'is', null).where('droppedAt', 'is', null)

/** US cents of a payment that are neither refunded nor about to be. The caller has locked the subscription. */
export async function leftOf(trx: Trx, stripeInvoiceId: string): Promise<number> {
  const { amountInCents, refundedInCents } = await trx
    .selectFrom('payments')
    .select(['amountInCents', 'refundedInCents'])
    .where('stripeInvoiceId', '=', stripeInvoiceId)
    .executeTakeFirstOrThrow()
  const { planned } = await waiting(trx)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amountInCents'), eb.lit(0)).as('planned'))
    .where('stripeInvoiceId', '=', stripeInvoiceId)
    .executeTakeFirstOrThrow()
  return Math.max(0, amountInCents - refundedInCents - Number(planned))
}

type NewRefund = {
  subscriptionId: string
  stripeInvoiceId: string
  cause: RefundCause
  amountInCents: number
  reason?: string | null
  endsSubscription?: boolean
}

/** Stores a refund and the job that makes it, in the transaction that decides it. Resolves with its id. */
export async function planRefund(trx: Trx, clock: Clock, refund: NewRefund): Promise<string> {
  const id = clock.newId()
  await trx
    .insertInto('refunds')
    .values({ id, reason: null, ...refund, createdAt: clock.now() })
    .execute()
  await enqueueRefund(trx, id)
  return id
}

export const enqueueRefund = (db: Kysely<DB>, refundId: string): Promise<void> =>
  enqueue(db, 'make_refund', { refundId }, { key: `refund ${refundId}` })

/**
 * Stores the refunds that Stripe has made of a payment, and emails the payer about each once, no matter how often they
 * are read. Call this in the transaction that stores the payment.
 */
export async function saveRefunds(
  trx: Trx,
  clock: Clock,
  payment: { subscriptionId: string; stripeInvoiceId: string },
  made: MadeRefund[],
): Promise<void> {
  const now = clock.now()
  for (const { stripeRefundId, amountInCents, refundId, cause, madeAt } of made) {
    const planned =
      refundId === null
        ? undefined
        : await trx
            .updateTable('refunds')
            .set({ stripeRefundId, doneAt: now, droppedAt: null })
            .where('id', '=', refundId)
            .where('subscriptionId', '=', payment.subscriptionId)
            .where('doneAt', 'is', null)
            .returning(['id', 'cause', 'reason', 'amountInCents'])
            .executeTakeFirst()
    const found =
      planned ??
      (await trx
        .insertInto('refunds')
        .values({
          ...payment,
          id: clock.newId(),
          stripeRefundId,
          cause,
          amountInCents,
          reason: null,
          createdAt: madeAt,
          doneAt: now,
        })
        .onConflict((conflict) => conflict.column('stripeRefundId').doNothing())
        .returning(['id', 'cause', 'reason', 'amountInCents'])
        .executeTakeFirst())
    const isRecent = planned !== undefined || madeAt.getTime() > now.getTime() - RECENT_MS
    const taxInCents = found ? await saveTax(trx, payment.stripeInvoiceId, found) : 0
    if (found && isRecent && !WITH_OWN_EMAIL.includes(found.cause))
      await emailRefund(trx, clock, payment, { ...found, taxInCents })
  }
}

type Done = { id: string; cause: RefundCause; reason: string | null; amountInCents: number }

/** Stores how much of a refund is tax, so that all refunds of a payment add up to its tax. Resolves with US cents. */
async function saveTax(trx: Trx, stripeInvoiceId: string, { id, amountInCents }: Done): Promise<number> {
  const paid = await trx
    .selectFrom('payments')
    .select(['amountInCents', 'taxInCents'])
    .where('stripeInvoiceId', '=', stripeInvoiceId)
    .executeTakeFirstOrThrow()
  if (paid.taxInCents === 0) return 0
  const { before } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amountInCents'), eb.lit(0)).as('before'))
    .where('stripeInvoiceId', '=', stripeInvoiceId)
    .where('doneAt', 'is not', null)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  const taxInCents = taxOfRefund(
    paid,
    Math.min(Number(before), paid.amountInCents - amountInCents),
    amountInCents,
  )
  await trx.updateTable('refunds').set({ taxInCents }).where('id', '=', id).execute()
  return taxInCents
}

/** The email's id is the refund's. */
async function emailRefund(
  trx: Trx,
  clock: Clock,
  { subscriptionId }: { subscriptionId: string },
  { id, cause, reason, amountInCents, taxInCents }: Done & { taxInCents: number },
): Promise<void> {
  const {
    email: to,
    isFormer,
    username,
    displayName,
  } = await trx
    .selectFrom('subscriptions as s')
    .innerJoin('users as payer', 'payer.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['payer.email', 'payer.isFormer', 'creator.username', 'creator.displayName'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  if (isFormer) return
  const by = cause === 'creator' || cause === 'request' ? ('creator' as const) : ('us' as const)
  const tax = taxInCents > 0 && { taxInCents }
  const data = { creator: nameOf({ username, displayName }), amountInCents, ...tax, reason, by }
  await queueEmail(trx, clock, { id, name: 'refunded', to, data })
}
