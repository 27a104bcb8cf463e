// Runs the queued jobs of one list of tasks, two at a time, and goes on through restarts of the database.
import { EventEmitter } from 'node:events'
import { Logger, type Runner as Queue, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Deps } from '#server/deps.ts'
import type { WorkerPools } from './worker-pools.ts'

export type Runner = {
  /** Takes no new jobs, and resolves when the jobs in hand are done. */
  stop(): Promise<void>
}

/** How many jobs of one runner run at a time. */
const CONCURRENCY = 2
/** Only for jobs that are planned for later or share a queue; all others are announced by `NOTIFY`. */
const POLL_MS = 1000
/** How soon a runner that ended by itself is started again. */
const RESTART_MS = 1000

/** What the operator should see of the queue's own words; the rest is for debugging. */
const LEVELS: Partial<Record<string, 'error' | 'warn'>> = { error: 'error', warning: 'warn' }

export type { TaskList }

type Needs = Pick<Deps, 'pool' | 'log'>
/** `name` is for the log. A runner takes only jobs whose task is in `tasks`; `crontab` is in cron's own format. */
export type RunnerOptions = { name: string; tasks: TaskList; crontab?: string }

/**
 * Starts a runner and keeps it running: it is started again after `RESTART_MS` when it ends by itself. Holds one
 * connection of the pool to listen. Throws when the first start fails.
 */
export async function startRunner(
  deps: Needs,
  pools: Pick<WorkerPools, 'begin' | 'end'>,
  options: RunnerOptions,
): Promise<Runner> {
  const { log } = deps
  const about = { runner: options.name }
  let stopped = false
  const first = await open(deps, options)
  let queue: Queue | undefined = first.queue
  let restarting: NodeJS.Timeout | undefined

  // graphile-worker tries again by itself after most errors, but ends when it can't say that a job is done.
  function watch(running: Running) {
    pools.begin(running.poolId)
    const ended = () => {
      queue = undefined
      if (stopped) return
      log.warn(about, 'the queue is not worked on; starting again')
      restarting = setTimeout(() => void restart(running.poolId), RESTART_MS)
    }
    running.queue.promise.then(ended, ended)
  }
  async function restart(lastPoolId: string) {
    try {
      const again = await open(deps, options)
      if (stopped) return await again.queue.stop()
      queue = again.queue
      watch(again)
      await pools.end(lastPoolId)
    } catch (error) {
      log.warn({ ...about, error: String(error) }, 'the queue could not be started')
      if (!stopped) restarting = setTimeout(() => void restart(lastPoolId), RESTART_MS)
    }
  }
  watch(first)

  return {
    async stop() {
      stopped = true
      clearTimeout(restarting)
      // It refuses when it has just ended by itself, which is as good.
      await queue?.stop().catch(() => undefined)
    },
  }
}

/** `poolId`: by which the queue's rows know who has them in hand. */
type Running = { queue: Queue; poolId: string }

async function open({ pool, log }: Needs, { tasks, crontab }: RunnerOptions): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  events.once('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const queue = await run({
    events,
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    // Without these a job that is over while the database is away would end the whole process: what it can't say is said
    // in a promise nobody waits for. In batches it ends the runner, which is started again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // Without either it would look for a file called crontab.
    ...(crontab === undefined ? { parsedCronItems: [] } : { crontab }),
    logger: new Logger((scope) => (level, message) => log[LEVELS[level] ?? 'debug']({ ...scope }, message)),
    taskList: tasks,
  })
  return { queue, poolId }
}
