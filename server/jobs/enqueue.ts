// Puts work into the queue, in the same transaction as the change that calls for it.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/** What each job is given. Every job can be run again without harm. */
export type Jobs = {
  fill_timeline: { viewerId: string; authorId: string }
  tidy_timeline: { viewerId: string; authorId: string }
  /** An event of Stripe that has been put into the inbox. */
  stripe_event: { eventId: string }
  /** The days of grace of a plan or subscription are over. */
  grace_ended: { stripeSubscriptionId: string }
  /** A creator offers no subscriptions any more: those there are end with their paid periods. */
  end_subscriptions: { creatorId: string }
  /** A portfolio is worked out again, because its accounts or the prices changed. */
  work_out_portfolio: { userId: string }
  /** A subscriber is told that the creator ended it. */
  tell_subscriber: { subscriptionId: string }
}

export async function enqueue<Name extends keyof Jobs>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => ${runAt ?? null}::timestamptz)`.execute(db)
}
