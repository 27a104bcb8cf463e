// Runs queued and scheduled jobs while the server runs.
import type { Deps } from '#server/deps.ts'
import { sweepAuditLog } from '#server/audit/partitions.ts'
import { sendEmail } from '#server/emails/send-email.ts'
import { emailAddressLink } from '#server/features/auth/email/email-address-link.ts'
import { emailPasswordReset } from '#server/features/auth/email-password-reset.ts'
import { emailSignInLink } from '#server/features/auth/sign-in-link.ts'
import { removePerson } from '#server/features/auth/deletion/remove-person.ts'
import { sweepDeletions } from '#server/features/auth/deletion/request-deletion.ts'
import { endBillingOf } from '#server/features/billing/lifecycle/end-billing.ts'
import { endBlocked } from '#server/features/billing/lifecycle/end-blocked.ts'
import { makeRefund } from '#server/features/billing/refunds/make-refund.ts'
import { settleWithdrawal } from '#server/features/billing/refunds/settle-withdrawal.ts'
import { endGracePeriod } from '#server/features/billing/lifecycle/end-grace-period.ts'
import { cancelDiscontinued } from '#server/features/billing/lifecycle/cancel-subscription.ts'
import { sweepSilentCreators } from '#server/features/billing/lifecycle/silent-creators.ts'
import { emailPriceChange } from '#server/features/billing/notices/email-price-change.ts'
import { sweepBillingEmails } from '#server/features/billing/notices/sweep-billing-emails.ts'
import { pauseOrResume } from '#server/features/billing/lifecycle/pause-renewals.ts'
import {
  enqueueCancellationsOf,
  enqueuePausesOf,
} from '#server/features/billing/sync/enqueue-renewal-changes.ts'
import { leaveLog } from '#server/features/record/log/leave-log.ts'
import { fetchScorePrices, scoreSignals, sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { selfAudit } from '#server/features/record/log/self-audit.ts'
import { stampLog } from '#server/features/record/log/stamp-log.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { emailCancellation } from '#server/features/billing/notices/email-cancellation.ts'
import { emailRenewalPause } from '#server/features/billing/notices/email-renewal-pause.ts'
import { syncStripeEmail } from '#server/features/billing/sync/sync-stripe-email.ts'
import { processEvent } from '#server/features/billing/sync/process-event.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { syncPayout as syncPayoutOf, syncRecentPayouts } from '#server/features/creators/sync-payouts.ts'
import { emailPayoutStatus } from '#server/features/creators/email-payout-status.ts'
import { buildExport } from '#server/features/data-exports/build-export.ts'
import { sweepExports } from '#server/features/data-exports/request-export.ts'
import { deletePortfolio } from '#server/features/portfolio/connections/disconnect.ts'
import { fetchPrices } from '#server/features/portfolio/recompute/fetch-prices.ts'
import { runDiscoveryJob } from '#server/features/portfolio/connections/discover-connections.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import { recomputeInWorker } from '#server/features/portfolio/recompute/recompute-in-worker.ts'
import { fetchTickerPrices } from '#server/features/tickers/fetch-ticker-prices.ts'
import { raiseManipulation } from '#server/features/safety/raise-manipulation.ts'
import { tellReporters } from '#server/features/safety/tell-reporters.ts'
import { notifyReaders } from '#server/features/signals/hide-signal.ts'
import { restTimelines, wakeTimeline } from '#server/features/signals/resting-timelines.ts'
import { fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import { placePicture } from '#server/features/uploads/place-picture.ts'
import { fillSkeletons } from '#server/features/users/fill-skeletons.ts'
import { hashPictures } from '#server/features/users/hash-pictures.ts'
import { fetchInstruments, sweepInstruments } from '#server/market/fetch-instruments.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { rereadHistory, sweepHistories } from '#server/market/reread-history.ts'
import { renewLateEmail } from '#server/features/alerts/email/renew-late.ts'
import { repeatAlertEmails } from '#server/features/alerts/email/send-alert-emails.ts'
import { repeatPush } from '#server/features/alerts/push/loop.ts'
import type { Jobs } from './enqueue.ts'
import { type JobHelpers, startRunner, type TaskList } from './runner.ts'
import { runSteps } from './run-steps.ts'
import { sweep } from './sweep.ts'
import { startHeartbeat, type HeartbeatTiming, HEARTBEAT_TIMING } from './worker-heartbeat.ts'

type Needs = Pick<
  Deps,
  | 'pool'
  | 'db'
  | 'statements'
  | 'clock'
  | 'config'
  | 'log'
  | 'stripe'
  | 'mail'
  | 'market'
  | 'providers'
  | 'secrets'
  | 'storage'
  | 'metrics'
  | 'push'
  | 'changes'
> & {
  /** The base URL of links in emails. */
  publicUrl: string
}
export type Worker = {
  /** Waits for the running jobs. Jobs that take too long continue after the next start. */
  stop(): Promise<void>
}

/**
 * Hourly, at odd minutes, so that they don't coincide with other systems' schedules. The log is stamped a minute after
 * the end of each day (UTC), when its last checkpoint is certainly committed.
 */
const CRONTAB =
  '23 * * * * sweep ?max=3\n27 * * * * sweep_stripe ?max=3\n31 * * * * self_audit ?max=3\n1,11,21,31,41,51 * * * * stamp_log ?max=1'

/**
 * Jobs are grouped by the service that they depend on: only the database, Stripe, or an external service (brokers,
 * market data, mail, files). Each copy of the server has one runner per group, so that a service that doesn't respond
 * delays no job of another group. Each broker provider, and market data, runs one job at a time (`queue`), so that none
 * of them can fill the `external` runner.
 */
export const RUNNERS = ['database', 'stripe', 'external'] as const
type Task<Payload> = [
  runner: (typeof RUNNERS)[number],
  run: (payload: Payload, helpers: JobHelpers) => Promise<void>,
]

/**
 * Starts the runners and the jobs of `CRONTAB`. They survive restarts of the database. The heartbeat releases the jobs
 * of a killed copy of the server within seconds; graphile-worker itself would take four hours.
 */
export async function startWorker(
  deps: Needs,
  timing: HeartbeatTiming = HEARTBEAT_TIMING,
  crontab: string = CRONTAB,
  pollMs?: number,
): Promise<Worker> {
  const heartbeat = startHeartbeat(deps, timing)
  const stopping = new AbortController()
  const alerting = Promise.all([repeatAlertEmails(deps, stopping.signal), repeatPush(deps, stopping.signal)])
  const all = Object.entries(tasksOf(deps, stopping.signal))
  const runners = await Promise.all(
    RUNNERS.map((name) => {
      const own = all.filter(([, [runner]]) => runner === name).map(([task, [, run]]) => [task, run])
      const tasks = Object.fromEntries(own) as TaskList
      return startRunner(deps, heartbeat, { name, tasks, pollMs, ...(name === 'database' && { crontab }) })
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all([alerting, ...runners.map((runner) => runner.stop())])
      await heartbeat.stop()
    },
  }
}

type Tasks = { [Name in keyof Jobs]: Task<Jobs[Name]> } & {
  [Name in 'sweep' | 'sweep_stripe' | 'self_audit' | 'stamp_log']: Task<unknown>
}

function tasksOf(deps: Needs, stopping: AbortSignal): Tasks {
  const syncAccount = (id: string) => syncPayoutAccount(deps, id)
  const syncPayout = (accountId: string, id: string) => syncPayoutOf(deps, accountId, id)
  /** Also covers changes that no webhook reported. */
  const syncAccountWithPayouts = async (id: string) => {
    await syncPayoutAccount(deps, id)
    await syncRecentPayouts(deps, id)
  }
  const renew = (emailId: string) => renewLateEmail(deps, emailId)
  const instruments = openInstruments(deps, ({ symbol }) => ({ symbol }))
  return {
    fill_timeline: ['database', ({ viewerId, authorId }) => fillTimeline(deps, viewerId, authorId)],
    tidy_timeline: ['database', ({ viewerId, authorId }) => tidyTimeline(deps, viewerId, authorId)],
    wake_timeline: ['database', ({ viewerId }) => wakeTimeline(deps, viewerId)],
    notify_readers: ['database', ({ authorId }) => notifyReaders(deps, authorId)],
    tell_reporters: [
      'database',
      ({ caseId, afterAppeal = false }) => tellReporters(deps, caseId, { afterAppeal }),
    ],
    self_audit: ['database', () => selfAudit(deps)],
    recompute_portfolio: ['database', ({ userId }, { job }) => recomputeInWorker(deps, userId, job.attempts)],
    score_signals: ['database', () => scoreSignals(deps, instruments, stopping)],
    enqueue_cancellations: ['database', ({ creatorId }) => enqueueCancellationsOf(deps, creatorId)],
    enqueue_pauses: ['database', ({ creatorId }) => enqueuePausesOf(deps, creatorId)],
    email_cancellation: ['database', ({ subscriptionId }) => emailCancellation(deps, subscriptionId)],
    email_renewal_pause: ['database', ({ subscriptionId }) => emailRenewalPause(deps, subscriptionId)],
    email_price_change: ['database', (change) => emailPriceChange(deps, change)],
    email_payout_status: ['database', ({ userId }) => emailPayoutStatus(deps, userId)],
    email_sign_in_link: ['database', (request) => emailSignInLink(deps, request.username, request)],
    email_password_reset: ['database', (request) => emailPasswordReset(deps, request)],
    email_address_link: ['database', (request) => emailAddressLink(deps, request)],
    process_stripe_event: [
      'stripe',
      ({ eventId }) => processEvent(deps, eventId, { syncAccount, syncPayout }),
    ],
    end_grace_period: ['stripe', ({ stripeSubscriptionId }) => endGracePeriod(deps, stripeSubscriptionId)],
    cancel_subscription: ['stripe', ({ subscriptionId }) => cancelDiscontinued(deps, subscriptionId)],
    end_blocked: ['stripe', ({ subscriptionId }) => endBlocked(deps, subscriptionId)],
    settle_withdrawal: ['stripe', ({ subscriptionId }) => settleWithdrawal(deps, subscriptionId)],
    make_refund: ['stripe', ({ refundId }) => makeRefund(deps, refundId)],
    pause_or_resume: ['stripe', ({ subscriptionId }) => pauseOrResume(deps, subscriptionId)],
    sync_stripe_email: ['stripe', ({ userId }) => syncStripeEmail(deps, userId)],
    sweep_stripe: ['stripe', () => sweepStripe(deps, syncAccountWithPayouts)],
    fetch_prices: ['external', ({ userId }) => fetchPrices(deps, userId)],
    fetch_ticker_prices: ['external', ({ ticker }) => fetchTickerPrices(deps, ticker)],
    fetch_score_prices: ['external', ({ ticker }) => fetchScorePrices(deps, ticker)],
    reread_history: ['external', ({ symbol }) => rereadHistory(deps, symbol)],
    fetch_instruments: ['external', (payload) => fetchInstruments(deps, payload)],
    discover_connections: ['external', ({ userId, provider }) => runDiscoveryJob(deps, userId, provider)],
    sync_connection: [
      'external',
      ({ connectionId }, { job }) => syncConnection(deps, connectionId, job.attempts),
    ],
    place_picture: ['external', (moved) => placePicture(deps, moved)],
    build_export: ['external', ({ exportId }) => buildExport(deps, exportId)],
    delete_person: [
      'stripe',
      ({ userId }) =>
        removePerson(deps, userId, {
          endBilling: (id, since) => endBillingOf(deps, id, since),
          deletePortfolio: (id) => deletePortfolio(deps, id),
          leaveLog,
        }),
    ],
    stamp_log: ['external', () => stampLog(deps)],
    send_email: [
      'external',
      ({ emailId }) =>
        sendEmail({ ...deps, beforeSending: { alertDigest: renew, signalAlerts: renew } }, emailId),
    ],
    sweep: [
      'external',
      () =>
        runSteps(deps.log, {
          sweep: () => sweep(deps),
          restTimelines: () => restTimelines(deps),
          sweepAuditLog: () => sweepAuditLog(deps),
          sweepDeletions: () => sweepDeletions(deps),
          fillSkeletons: () => fillSkeletons(deps),
          hashPictures: () => hashPictures(deps),
          sweepExports: () => sweepExports(deps),
          sweepHistories: () => sweepHistories(deps),
          sweepPortfolios: () => sweepPortfolios(deps),
          sweepInstruments: () => sweepInstruments(deps),
          sweepScores: () => sweepScores(deps),
          raiseManipulation: () => raiseManipulation(deps),
          sweepSilentCreators: () => sweepSilentCreators(deps),
          sweepBillingEmails: () => sweepBillingEmails(deps),
        }),
    ],
  }
}
