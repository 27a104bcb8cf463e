// Runs the queued jobs, and those that come round by the clock, for as long as the server lives.
import type { Deps } from '#server/deps.ts'
import { endGracePeriod } from '#server/features/billing/end-grace-period.ts'
import { cancelUnserved } from '#server/features/billing/cancel-subscription.ts'
import { pauseOrResume } from '#server/features/billing/pause-renewals.ts'
import { enqueueCancellationsOf, enqueuePausesOf } from '#server/features/billing/enqueue-renewal-changes.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { emailCancellation } from '#server/features/billing/email-cancellation.ts'
import { emailRenewalPause } from '#server/features/billing/email-renewal-pause.ts'
import { processEvent } from '#server/features/billing/process-event.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { emailPayoutStatus } from '#server/features/creators/email-payout-status.ts'
import { fetchPrices } from '#server/features/portfolio/recompute/fetch-prices.ts'
import { runDiscoveryJob } from '#server/features/portfolio/connections/discover-connections.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import { recomputeInWorker } from '#server/features/portfolio/recompute/recompute-in-worker.ts'
import { fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import type { Jobs } from './enqueue.ts'
import { startRunner, type TaskList } from './runner.ts'
import { sweep } from './sweep.ts'
import { keepWorkerPools, type Pace, PACE } from './worker-pools.ts'

type Needs = Pick<
  Deps,
  'pool' | 'db' | 'clock' | 'config' | 'log' | 'stripe' | 'mail' | 'market' | 'providers' | 'secrets'
> & {
  /** The address that emails lead to. */
  publicUrl: string
}
export type Worker = {
  /** Waits for the jobs in hand. */
  stop(): Promise<void>
}

/** Every hour, at odd minutes so that they meet nobody else's schedule. */
const TIMETABLE = '23 * * * * sweep ?max=3\n27 * * * * sweep_stripe ?max=3'

/**
 * By whom a job waits for: only for the database, for Stripe, or for brokers, market data, mail and files. Each has a
 * runner of its own, so that one who does not answer holds up no job of the others. Of one broker's provider, and of
 * the market, one job runs at a time (`queue`), so that within `external` one of them leaves a place to the rest.
 */
const RUNNERS = ['database', 'stripe', 'external'] as const
type Task<Payload> = [runner: (typeof RUNNERS)[number], run: (payload: Payload) => Promise<void>]

/**
 * Starts working on the queue and goes on through restarts of the database. What a killed copy had in hand is taken over
 * at the given pace; by itself graphile-worker would leave it for four hours.
 */
export async function startWorker(deps: Needs, pace: Pace = PACE): Promise<Worker> {
  const pools = keepWorkerPools(deps, pace)
  const all = Object.entries(tasksOf(deps))
  const runners = await Promise.all(
    RUNNERS.map((name) => {
      const own = all.filter(([, [runner]]) => runner === name).map(([task, [, run]]) => [task, run])
      const tasks = Object.fromEntries(own) as TaskList
      return startRunner(deps, pools, { name, tasks, ...(name === 'database' && { crontab: TIMETABLE }) })
    }),
  )
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
      await pools.stop()
    },
  }
}

type Tasks = { [Name in keyof Jobs]: Task<Jobs[Name]> } & {
  [Name in 'sweep' | 'sweep_stripe']: Task<unknown>
}

function tasksOf(deps: Needs): Tasks {
  const ofAccount = (id: string) => syncPayoutAccount(deps, id)
  return {
    fill_timeline: ['database', ({ viewerId, authorId }) => fillTimeline(deps, viewerId, authorId)],
    tidy_timeline: ['database', ({ viewerId, authorId }) => tidyTimeline(deps, viewerId, authorId)],
    recompute_portfolio: ['database', ({ userId }) => recomputeInWorker(deps, userId)],
    enqueue_cancellations: ['database', ({ creatorId }) => enqueueCancellationsOf(deps, creatorId)],
    enqueue_pauses: ['database', ({ creatorId }) => enqueuePausesOf(deps, creatorId)],
    process_stripe_event: ['stripe', ({ eventId }) => processEvent(deps, eventId, ofAccount)],
    end_grace_period: ['stripe', ({ stripeSubscriptionId }) => endGracePeriod(deps, stripeSubscriptionId)],
    cancel_subscription: ['stripe', ({ subscriptionId }) => cancelUnserved(deps, subscriptionId)],
    pause_or_resume: ['stripe', ({ subscriptionId }) => pauseOrResume(deps, subscriptionId)],
    sweep_stripe: ['stripe', () => sweepStripe(deps, ofAccount)],
    fetch_prices: ['external', ({ userId }) => fetchPrices(deps, userId)],
    discover_connections: ['external', ({ userId, provider }) => runDiscoveryJob(deps, userId, provider)],
    sync_connection: ['external', ({ connectionId }) => syncConnection(deps, connectionId)],
    email_cancellation: ['external', ({ subscriptionId }) => emailCancellation(deps, subscriptionId)],
    email_renewal_pause: ['external', ({ subscriptionId }) => emailRenewalPause(deps, subscriptionId)],
    email_payout_status: ['external', ({ userId }) => emailPayoutStatus(deps, userId, deps.publicUrl)],
    sweep: ['external', () => sweep(deps).then(() => sweepPortfolios(deps))],
  }
}
