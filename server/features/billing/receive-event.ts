// The inbox of Stripe's events: each is kept once and worked off by a job, which asks Stripe how its subject stands.
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { StripeEvent } from '#server/adapters/stripe-events.ts'

/** Events that change something here; any other is not kept. */
export const SNAPSHOT_EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'transfer.reversed',
  'customer.updated',
  'customer.deleted',
] as const
export const THIN_EVENTS = [
  'v2.core.account[configuration.recipient].capability_status_updated',
  'v2.core.account[requirements].updated',
  'v2.core.account.closed',
] as const
const KNOWN = new Set<string>([...SNAPSHOT_EVENTS, ...THIN_EVENTS])

/**
 * Written and queued in one transaction; an event that is there already is left alone. An event of the other mode, or of
 * another version of the API whose object can't be read, is logged and answered, for Stripe would send it again for days;
 * the sweep asks about what it was about.
 */
export async function receiveEvent(
  { db, clock, config, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  { id, type, subject, isLive, isOfOtherVersion }: StripeEvent,
): Promise<void> {
  if (isLive !== (config.payments.environment === 'live'))
    return log.warn({ event: id, type, isLive }, 'a webhook event of the other mode was ignored')
  if (isOfOtherVersion) log.warn({ event: id, type }, 'a webhook event has another API version')
  if (!KNOWN.has(type) || subject === '') return
  await db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('stripeEvents')
      .values({ id, type, subject, receivedAt: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await enqueue(trx, 'process_stripe_event', { eventId: id })
  })
}
