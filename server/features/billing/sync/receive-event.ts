// Receives Stripe's webhooks at `POST /api/stripe/webhook`: stores each event once and enqueues the job that processes
// it.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { readStripeEvent, type StripeEvent } from '#server/adapters/stripe-events.ts'

export const WEBHOOK_PATH = '/api/stripe/webhook'
/** An event carries the whole object; Stripe's largest are far smaller. */
const EVENT_MAX_BYTES = 1024 * 1024

/** Events that change something here; others are not stored. */
export const SNAPSHOT_EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'charge.refunded',
  'refund.failed',
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
/** The events of connected accounts. */
export const CONNECT_EVENTS = [
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
] as const
const OWN = new Set<string>([...SNAPSHOT_EVENTS, ...THIN_EVENTS])
const CONNECTED = new Set<string>(CONNECT_EVENTS)

/** The signature covers the raw bytes, so no parser may touch them first. After a 5xx Stripe sends the event again. */
export function serveWebhook(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(WEBHOOK_PATH, { bodyLimit: EVENT_MAX_BYTES }, async (request, reply) => {
      const header = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = typeof header === 'string' ? header : ''
      await receiveEvent(deps, readStripeEvent(deps.stripe, deps.config.payments, body, signature))
      return reply.send({ received: true })
    })
  })
}

/**
 * Stores and enqueues in one transaction; a duplicate does nothing. An event of the other mode, or of an API version
 * whose object we can't read, is logged and accepted, because Stripe would repeat it for days. The sweep syncs its
 * object.
 */
export async function receiveEvent(
  { db, clock, config, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  { id, type, subject, account, isLive, isOfOtherVersion }: StripeEvent,
): Promise<void> {
  if (isLive !== (config.payments.environment === 'live'))
    return log.warn(
      { event: 'webhook_ignored', stripeEvent: id, type, isLive },
      'ignored a webhook event of the other mode',
    )
  if (isOfOtherVersion)
    log.warn(
      { event: 'webhook_of_other_version', stripeEvent: id, type },
      'received a webhook event of another API version',
    )
  if (!(account === null ? OWN : CONNECTED).has(type) || subject === '') return
  await db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('stripeEvents')
      .values({ id, type, subject, account, receivedAt: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await enqueue(trx, 'process_stripe_event', { eventId: id })
  })
}
