// Runs the queued work, and the work that comes round by the clock, for as long as the server lives.
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps.ts'
import { endGrace } from '#server/features/billing/end-grace.ts'
import { endSubscriptionsTo } from '#server/features/billing/end-subscription.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { tellSubscriber } from '#server/features/billing/tell-subscriber.ts'
import { workOffEvent } from '#server/features/billing/work-off-event.ts'
import { syncAccount } from '#server/features/creators/payouts.ts'
import { fetchPrices } from '#server/features/portfolio/market-cache-fetch.ts'
import { lookInTurn } from '#server/features/portfolio/connections/look-for-connections.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import { workOutInThread } from '#server/features/portfolio/work-out-in-thread.ts'
import { fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import type { Jobs } from './enqueue.ts'
import { sweep } from './sweep.ts'

type Needs = Pick<
  Deps,
  'pool' | 'db' | 'clock' | 'config' | 'log' | 'stripe' | 'mail' | 'market' | 'providers' | 'secrets'
>
export type Worker = {
  /** Waits for the jobs in hand. */
  stop(): Promise<void>
}

/** Every hour, at an odd minute so that it meets nobody else's schedule. */
const TIMETABLE = '23 * * * * sweep ?max=3'
/** How soon a queue that broke off is worked on again. */
const RESTART_MS = 1000
/** No job takes that long, for the pool's patience is far shorter: whoever had it in hand was killed. */
const ABANDONED_SECONDS = 60
const LOOK_FOR_ABANDONED_MS = 15_000

/** What the operator should see of the queue's own words; the rest is for debugging. */
const LEVELS: Partial<Record<string, 'error' | 'warn'>> = { error: 'error', warning: 'warn' }

/** Starts working on the queue and goes on through restarts of the database. */
export async function startWorker(deps: Needs): Promise<Worker> {
  let stopped = false
  let runner: Runner | undefined = await startRunner(deps)
  let restarting: NodeJS.Timeout | undefined

  // The runner tries again by itself after most errors, but ends when it can't say that a job is done.
  function watch(running: Runner) {
    const ended = () => {
      runner = undefined
      if (stopped) return
      deps.log.warn('the queue is not worked on; starting again')
      restarting = setTimeout(() => void restart(), RESTART_MS)
    }
    running.promise.then(ended, ended)
  }
  async function restart() {
    try {
      const again = await startRunner(deps)
      if (stopped) return await again.stop()
      runner = again
      watch(again)
    } catch (error) {
      deps.log.warn({ error: String(error) }, 'the queue could not be started')
      if (!stopped) restarting = setTimeout(() => void restart(), RESTART_MS)
    }
  }
  watch(runner)

  const look = () => {
    freeAbandoned(deps).catch((error: unknown) =>
      deps.log.warn({ error: String(error) }, 'abandoned jobs could not be looked for'),
    )
  }
  look()
  const looking = setInterval(look, LOOK_FOR_ABANDONED_MS)

  return {
    async stop() {
      stopped = true
      clearTimeout(restarting)
      clearInterval(looking)
      // It refuses when it has just ended by itself, which is as good.
      await runner?.stop().catch(() => undefined)
    },
  }
}

function startRunner(deps: Needs): Promise<Runner> {
  const jobs: { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> } = {
    fill_timeline: ({ viewerId, authorId }) => fillTimeline(deps, viewerId, authorId),
    tidy_timeline: ({ viewerId, authorId }) => tidyTimeline(deps, viewerId, authorId),
    stripe_event: ({ eventId }) => workOffEvent(deps, eventId, (id) => syncAccount(deps, id)),
    grace_ended: ({ stripeSubscriptionId }) => endGrace(deps, stripeSubscriptionId),
    end_subscriptions: ({ creatorId }) => endSubscriptionsTo(deps, creatorId),
    work_out_portfolio: ({ userId }) => workOutInThread(deps, userId),
    fetch_prices: ({ userId }) => fetchPrices(deps, userId),
    look_for_connections: ({ userId, provider }) => lookInTurn(deps, userId, provider),
    sync_connection: ({ connectionId }) => syncConnection(deps, connectionId),
    tell_subscriber: ({ subscriptionId }) => tellSubscriber(deps, subscriptionId),
  }
  const sweepAll = async () => {
    await sweep(deps)
    await sweepPortfolios(deps)
    await sweepStripe(deps, (id) => syncAccount(deps, id))
  }
  return run({
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
}

/** Gives back the jobs of workers that were killed, which graphile-worker by itself does after four hours. */
async function freeAbandoned({ pool }: Needs): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
      where locked_at < now() - $1 * interval '1 second' having count(*) > 0`,
    [ABANDONED_SECONDS],
  )
}
