// Adds jobs to the queue, in the same transaction as the change that needs them.
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
  /** A signal's text was hidden, so the open pages of its readers load it again. */
  notify_readers: { authorId: string }
  /** Processes a stored Stripe event. */
  process_stripe_event: { eventId: string }
  /** Runs when the grace period of a plan or subscription ends. */
  end_grace_period: { stripeSubscriptionId: string }
  /** A creator no longer offers subscriptions, so the existing ones end with their paid periods. */
  enqueue_cancellations: { creatorId: string }
  /** Cancels one of them. */
  cancel_subscription: { subscriptionId: string }
  /** A creator's payouts stopped or resumed, so the renewals of their subscriptions are paused or resumed. */
  enqueue_pauses: { creatorId: string }
  /** Pauses or resumes one of them. */
  pause_or_resume: { subscriptionId: string }
  /** Recomputes a portfolio's performance after its accounts or prices changed. */
  recompute_portfolio: { userId: string }
  /** Asks for a symbol's whole history again, which a provider may have corrected. */
  reread_history: { symbol: string }
  /** Fetches the next closes, splits or rates that a portfolio needs. */
  fetch_prices: { userId: string }
  /** Fetches the next series that a ticker's prices need. */
  fetch_ticker_prices: { ticker: string }
  /** Fetches the next instruments after a symbol, as part of a fetch of all that started then (ISO 8601). */
  fetch_instruments: { after: string; startedAt: string }
  /** Scores signals that are new in the log and those whose prices changed, and ranks their authors. */
  score_signals: Record<string, never>
  /** Fetches the next series that the scores of a ticker need. */
  fetch_score_prices: { ticker: string }
  /** Reads the accounts of a connection. */
  sync_connection: { connectionId: string }
  /** Reads a person's connections from a provider, because one may have changed. */
  discover_connections: { userId: string; provider: ProviderName }
  /** Sends a queued email. */
  send_email: { emailId: string }
  /**
   * Queues the email with a link that sets a new password, if the account exists. `login` is a username or an email,
   * `by` who asked.
   */
  email_password_reset: { login: string; emailId: string; by?: Origin }
  /**
   * Queues the email with a link that verifies a person's email, or confirms the new one. With `isFirst`, only if no
   * such link works now.
   */
  email_address_link: {
    userId: string
    purpose: 'verify_email' | 'change_email'
    email: string
    emailId: string
    isFirst?: boolean
  }
  /** A person's email changed, so their customer and payout account at Stripe get it. */
  sync_stripe_email: { userId: string }
  /** Emails a subscriber that the creator ended the subscription. */
  email_cancellation: { subscriptionId: string }
  /** Emails a subscriber that renewals are paused or resumed. */
  email_renewal_pause: { subscriptionId: string }
  /** Emails a creator what Stripe requires, that payouts are on hold, or that they work again. */
  email_payout_status: { userId: string }
  /** Makes a copy of a person's data. */
  build_export: { exportId: string }
  /** Removes a person whose account has been in deletion for 14 days. */
  delete_person: { userId: string }
  /** Strangers tried many passwords for this username, so its owner, if there is one, gets a sign-in link. */
  email_sign_in_link: { username: string }
}

/** A job replaces the waiting job with the same `key`. Jobs with the same `queue` run one after the other. */
export type JobOptions = { runAt?: Date; key?: string; queue?: string }

/** The call that adds a job, for a statement that makes the change as well. */
export const addJob = <Name extends keyof Jobs>(
  name: Name,
  payload: Jobs[Name],
  { runAt, key, queue }: JobOptions = {},
) =>
  sql`graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}, run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null})`

export async function enqueue<Name extends keyof Jobs>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${addJob(name, payload, options)}`.execute(db)
}
