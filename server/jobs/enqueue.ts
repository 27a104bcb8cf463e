// Adds jobs to the queue in the transaction of the change that needs them.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Origin } from '#server/audit/origin.ts'
import type { ProviderName } from '#server/adapters/broker/provider.ts'
import type { DB } from '#server/db/tables.ts'

/**
 * The payload of each job. Every job is idempotent, even when it runs twice at the same time: it reads the current
 * state first, or records what it has done.
 */
export type Jobs = {
  fill_timeline: { viewerId: string; authorId: string }
  tidy_timeline: { viewerId: string; authorId: string }
  /** Fills the timeline of a person who was away. */
  wake_timeline: { viewerId: string }
  /** Reloads a signal on the open pages of its readers after its text was hidden. */
  notify_readers: { authorId: string }
  /** Notifies the reporters of a case of the decision or of the appeal's outcome, once each. */
  tell_reporters: { caseId: string; afterAppeal?: boolean }
  /** Processes a stored Stripe event. */
  process_stripe_event: { eventId: string }
  /** Runs when the grace period of a plan or subscription ends. */
  end_grace_period: { stripeSubscriptionId: string }
  /** Ends a creator's subscriptions with their paid periods, after the creator stopped offering them. */
  enqueue_cancellations: { creatorId: string }
  /** Cancels one of these subscriptions. */
  cancel_subscription: { subscriptionId: string }
  /** Ends a subscription between two people, one of whom has blocked the other. */
  end_blocked: { subscriptionId: string }
  /** Ends and refunds a subscription whose subscriber withdrew from the contract. */
  settle_withdrawal: { subscriptionId: string }
  /** Makes a stored refund at Stripe. */
  make_refund: { refundId: string }
  /** Pauses or resumes the renewals of a creator's subscriptions, after the creator's payouts stopped or resumed. */
  enqueue_pauses: { creatorId: string }
  /** Pauses or resumes one of these subscriptions. */
  pause_or_resume: { subscriptionId: string }
  /** Recomputes a portfolio's performance after its accounts or prices changed. */
  recompute_portfolio: { userId: string }
  /** Fetches a symbol's whole history again, because the provider may have corrected it. */
  reread_history: { symbol: string }
  /** Fetches the next closes, splits or rates that a portfolio needs. */
  fetch_prices: { userId: string }
  /** Fetches the next series that a ticker's prices need. */
  fetch_ticker_prices: { ticker: string }
  /** Fetches the next instruments after a symbol. `startedAt` (ISO 8601) identifies the fetch of the whole list. */
  fetch_instruments: { after: string; startedAt: string }
  /** Scores signals that are new in the log and those whose prices changed, and ranks their authors. */
  score_signals: Record<string, never>
  /** Fetches the next series that a ticker's scores need. */
  fetch_score_prices: { ticker: string }
  /** Reads the accounts of a connection. */
  sync_connection: { connectionId: string }
  /** Reads a person's connections from a provider, because one may have changed. */
  discover_connections: { userId: string; provider: ProviderName }
  /** Sends a queued email. */
  send_email: { emailId: string }
  /**
   * Queues the email with a password reset link, if the account exists. `login`: a username or an email.
   * `by`: the requester.
   */
  email_password_reset: { login: string; emailId: string; by?: Origin }
  /**
   * Queues the email with a link that verifies a person's email or confirms a new one. With `isFirst`, only if no such
   * link is valid now. `asked` (`askedByOwnerOf`): voids a change that was requested with another password.
   */
  email_address_link: {
    userId: string
    purpose: 'verify_email' | 'change_email'
    email: string
    emailId: string
    isFirst?: boolean
    asked?: string
  }
  /** Saves a person's changed email in their customer and payout account at Stripe. */
  sync_stripe_email: { userId: string }
  /** Emails a subscriber that the creator ended the subscription. */
  email_cancellation: { subscriptionId: string }
  /** Emails a subscriber that renewals are paused or resumed. */
  email_renewal_pause: { subscriptionId: string }
  /** Emails subscribers that a creator changed the price for new ones. US cents. */
  email_price_change: { creatorId: string; newInCents: number; stripePriceId: string }
  /** Emails a creator what Stripe requires, that payouts are on hold, or that they work again. */
  email_payout_status: { userId: string }
  /** Builds a person's data export. */
  build_export: { exportId: string }
  /** Moves a profile picture's file out of reach after a moderator removed it, or back. `picture`: its address. */
  place_picture: { personId: string; picture: string }
  /** Removes a person whose account has been in deletion for 14 days. */
  delete_person: { userId: string }
  /**
   * Emails a username's owner, if it exists, a sign-in link, because strangers tried many passwords. `isPasswordRight`:
   * because a delayed attempt had the correct password.
   */
  email_sign_in_link: { username: string; isPasswordRight?: boolean }
}

/** A job replaces the waiting job with the same `key`. Jobs with the same `queue` run one after the other. */
export type JobOptions = { runAt?: Date; key?: string; queue?: string }

/** The call that adds a job, for use in a statement that also makes the change. */
export const addJob = <Name extends keyof Jobs>(
  name: Name,
  payload: Jobs[Name],
  { runAt, key, queue }: JobOptions = {},
) =>
  sql`graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}, run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null})`

/**
 * Like `addJob`, for a job that can wait a second: a worker finds it with its next poll. It sends no NOTIFY, whose lock
 * other commits would wait for (server/db/flush-changes.ts).
 */
export const addPolledJob = <Name extends keyof Jobs>(name: Name, payload: Jobs[Name]) =>
  sql`add_polled_job(${name}, ${JSON.stringify(payload)}::json)`

/** Like `enqueue`, for a job that can wait a second (`addPolledJob`). */
export async function enqueuePolled<Name extends keyof Jobs>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
): Promise<void> {
  await sql`select ${addPolledJob(name, payload)}`.execute(db)
}

export async function enqueue<Name extends keyof Jobs>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${addJob(name, payload, options)}`.execute(db)
}
