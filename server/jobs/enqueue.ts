// Puts work into the queue, in the same transaction as the change that calls for it.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProviderName } from '#server/adapters/broker/provider.ts'
import type { DB } from '#server/db/tables.ts'

/**
 * What each job is given. Every job can be run again without harm, also beside itself: it asks how things stand, or has
 * left a mark of what it did.
 */
export type Jobs = {
  fill_timeline: { viewerId: string; authorId: string }
  tidy_timeline: { viewerId: string; authorId: string }
  /** An event of Stripe that has been put into the inbox. */
  process_stripe_event: { eventId: string }
  /** The days of grace of a plan or subscription are over. */
  end_grace_period: { stripeSubscriptionId: string }
  /** A creator offers no subscriptions any more: those there are end with their paid periods. */
  enqueue_cancellations: { creatorId: string }
  /** One of them. */
  cancel_subscription: { subscriptionId: string }
  /** A creator's payout account can or can't be paid any more: their subscriptions are resumed or paused. */
  enqueue_pauses: { creatorId: string }
  /** One of them. */
  pause_or_resume: { subscriptionId: string }
  /** A portfolio's performance is recomputed, because its accounts or the prices changed. */
  recompute_portfolio: { userId: string }
  /** The next closes, splits or rates that a portfolio needs are fetched. */
  fetch_prices: { userId: string }
  /** The accounts of a connection are read. */
  sync_connection: { connectionId: string }
  /** A provider is asked for a person's connections, because one may have changed. */
  discover_connections: { userId: string; provider: ProviderName }
  /** A subscriber is told that the creator ended it. */
  email_cancellation: { subscriptionId: string }
  /** A subscriber is told that renewals are paused, or go on. */
  email_renewal_pause: { subscriptionId: string }
  /** A creator is told what Stripe asks for, that payouts are on hold, or that they work again. */
  email_payout_status: { userId: string }
}

/** `key`: of the jobs with the same one only the last is left. `queue`: those of the same one run one after the other. */
export type HowToRun = { runAt?: Date; key?: string; queue?: string }

export async function enqueue<Name extends keyof Jobs>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
  { runAt, key, queue }: HowToRun = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}, run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null})`.execute(
    db,
  )
}
