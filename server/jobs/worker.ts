// Runs the queued work, and the work that comes round by the clock, for as long as the server lives.
import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Deps } from '#server/deps.ts'
import { endGrace } from '#server/features/billing/end-grace.ts'
import { endUnserved } from '#server/features/billing/end-subscription.ts'
import { pauseOrResume } from '#server/features/billing/pause-renewals.ts'
import { endSubscriptionsTo, pauseOrResumeAll } from '#server/features/billing/queue-ends-and-pauses.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { tellSubscriber } from '#server/features/billing/tell-subscriber.ts'
import { tellPause } from '#server/features/billing/tell-pause.ts'
import { workOffEvent } from '#server/features/billing/work-off-event.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { tellPayouts } from '#server/features/creators/tell-payouts.ts'
import { fetchPrices } from '#server/features/portfolio/market-cache-fetch.ts'
import { lookInTurn } from '#server/features/portfolio/connections/look-for-connections.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import { workOutInThread } from '#server/features/portfolio/work-out-in-thread.ts'
import { fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import type { Jobs } from './enqueue.ts'
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

/** Every hour, at an odd minute so that it meets nobody else's schedule. */
const TIMETABLE = '23 * * * * sweep ?max=3'
/** How soon a queue that broke off is worked on again. */
const RESTART_MS = 1000

/** What the operator should see of the queue's own words; the rest is for debugging. */
const LEVELS: Partial<Record<string, 'error' | 'warn'>> = { error: 'error', warning: 'warn' }

/**
 * Starts working on the queue and goes on through restarts of the database. What a killed copy had in hand is taken over
 * at the given pace; by itself graphile-worker would leave it for four hours.
 */
export async function startWorker(deps: Needs, pace: Pace = PACE): Promise<Worker> {
  const pools = keepWorkerPools(deps, pace)
  let stopped = false
  const first = await startRunner(deps)
  let runner: Runner | undefined = first.runner
  let restarting: NodeJS.Timeout | undefined

  // The runner tries again by itself after most errors, but ends when it can't say that a job is done.
  function watch(running: Running) {
    pools.begin(running.poolId)
    const ended = () => {
      runner = undefined
      if (stopped) return
      deps.log.warn('the queue is not worked on; starting again')
      restarting = setTimeout(() => void restart(running.poolId), RESTART_MS)
    }
    running.runner.promise.then(ended, ended)
  }
  async function restart(lastPoolId: string) {
    try {
      const again = await startRunner(deps)
      if (stopped) return await again.runner.stop()
      runner = again.runner
      watch(again)
      await pools.end(lastPoolId)
    } catch (error) {
      deps.log.warn({ error: String(error) }, 'the queue could not be started')
      if (!stopped) restarting = setTimeout(() => void restart(lastPoolId), RESTART_MS)
    }
  }
  watch(first)

  return {
    async stop() {
      stopped = true
      clearTimeout(restarting)
      // It refuses when it has just ended by itself, which is as good.
      await runner?.stop().catch(() => undefined)
      await pools.stop()
    },
  }
}

type Running = { runner: Runner; poolId: string }

/** `poolId`: by which the queue's rows know who has them in hand. */
async function startRunner(deps: Needs): Promise<Running> {
  const jobs: { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> } = {
    fill_timeline: ({ viewerId, authorId }) => fillTimeline(deps, viewerId, authorId),
    tidy_timeline: ({ viewerId, authorId }) => tidyTimeline(deps, viewerId, authorId),
    stripe_event: ({ eventId }) => workOffEvent(deps, eventId, (id) => syncPayoutAccount(deps, id)),
    grace_ended: ({ stripeSubscriptionId }) => endGrace(deps, stripeSubscriptionId),
    end_subscriptions: ({ creatorId }) => endSubscriptionsTo(deps, creatorId),
    end_subscription: ({ subscriptionId }) => endUnserved(deps, subscriptionId),
    pause_or_resume_all: ({ creatorId }) => pauseOrResumeAll(deps, creatorId),
    pause_or_resume: ({ subscriptionId }) => pauseOrResume(deps, subscriptionId),
    work_out_portfolio: ({ userId }) => workOutInThread(deps, userId),
    fetch_prices: ({ userId }) => fetchPrices(deps, userId),
    look_for_connections: ({ userId, provider }) => lookInTurn(deps, userId, provider),
    sync_connection: ({ connectionId }) => syncConnection(deps, connectionId),
    tell_subscriber: ({ subscriptionId }) => tellSubscriber(deps, subscriptionId),
    tell_pause: ({ subscriptionId }) => tellPause(deps, subscriptionId),
    tell_payouts: ({ userId }) => tellPayouts(deps, userId, deps.publicUrl),
  }
  const sweepAll = async () => {
    await sweep(deps)
    await sweepPortfolios(deps)
    await sweepStripe(deps, (id) => syncPayoutAccount(deps, id))
  }
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  events.once('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const runner = await run({
    events,
    pgPool: deps.pool,
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    // Without these a job that is over while the database is away would end the whole process: what it can't say is said
    // in a promise nobody waits for. In batches it ends the runner, which is started again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: TIMETABLE,
    logger: new Logger(
      (scope) => (level, message) => deps.log[LEVELS[level] ?? 'debug']({ ...scope }, message),
    ),
    taskList: { ...jobs, sweep: sweepAll } as TaskList,
  })
  return { runner, poolId }
}
