// Runs the queued jobs of one task list, two at a time, and survives restarts of the database.
import { EventEmitter } from 'node:events'
import {
  type Job,
  type JobHelpers,
  Logger,
  type Runner as Queue,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { Heartbeat } from './worker-heartbeat.ts'

export type Runner = {
  /** Takes no new jobs, and resolves once the running jobs are done. */
  stop(): Promise<void>
}

/** How many jobs a runner runs concurrently. */
const CONCURRENCY = 2
/**
 * How often a runner polls for jobs that can wait a second (`enqueuePolled`), are scheduled for later or share a queue.
 * `NOTIFY` announces all others.
 */
const POLL_MS = 1000
/** How soon a runner that stopped by itself is restarted. */
const RESTART_MS = 1000
/** How long a stopping runner may be idle before it counts as stopped. */
const IDLE_MS = 2000

/** The levels of graphile-worker's messages for operators. The rest are for debugging. */
const LEVELS: Partial<Record<string, 'error' | 'warn'>> = { error: 'error', warning: 'warn' }

export type { JobHelpers, TaskList }

type Needs = Pick<Deps, 'pool' | 'log'>
/**
 * `name`: for the log. A runner only takes jobs whose task is in `tasks`. `crontab`: in graphile-worker's format.
 * `pollMs`: how often it looks for jobs that no `NOTIFY` announced.
 */
export type RunnerOptions = { name: string; tasks: TaskList; crontab?: string; pollMs?: number | undefined }

/**
 * Starts a runner and restarts it if it stops by itself. It uses one connection of the pool to listen. If the database
 * is unavailable, it starts later: the server answers requests already, and must not exit because one connection is
 * slow. Throws if it can't start for another reason.
 */
export async function startRunner(
  deps: Needs,
  heartbeat: Pick<Heartbeat, 'add' | 'remove'>,
  options: RunnerOptions,
): Promise<Runner> {
  const { log } = deps
  const context = { runner: options.name }
  let stopped = false
  let current: Running | undefined
  let restarting: NodeJS.Timeout | undefined

  // graphile-worker recovers from most errors, but stops if it can't mark a job as done.
  function watch(running: Running) {
    current = running
    heartbeat.add(running.poolId)
    const onEnd = () => {
      current = undefined
      if (stopped) return
      log.warn({ event: 'job_runner_stopped', ...context }, 'the job runner stopped; restarting')
      restarting = setTimeout(() => void restart(running.poolId), RESTART_MS)
    }
    void running.ended.then(onEnd)
  }
  async function restart(lastPoolId?: string) {
    try {
      const again = await open(deps, options)
      if (stopped) return await stopAndWait(again)
      watch(again)
      if (lastPoolId !== undefined) await heartbeat.remove(lastPoolId)
    } catch (error) {
      restartLater(error, lastPoolId)
    }
  }
  function restartLater(error: unknown, lastPoolId?: string) {
    log.warn(
      { event: 'job_runner_not_restarted', ...context, error: String(error) },
      'the job runner could not be started; trying again',
    )
    if (!stopped) restarting = setTimeout(() => void restart(lastPoolId), RESTART_MS)
  }
  try {
    watch(await open(deps, options))
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    restartLater(error)
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(restarting)
      if (current) await stopAndWait(current)
    },
  }
}

async function stopAndWait({ queue, ended }: Running): Promise<void> {
  // Throws if it has just stopped by itself, which is fine.
  queue.stop().catch(() => undefined)
  await ended
}

/** Logs a message of graphile-worker, which includes a failed job's error with the values that PostgreSQL quotes. */
function logLine(
  log: Needs['log'],
  level: string,
  scope: object,
  message: string,
  meta?: Record<string, unknown>,
) {
  if (meta?.['failure'] !== true)
    return log[LEVELS[level] ?? 'debug']({ event: 'job_queue', ...scope }, message)
  const {
    task_identifier: task,
    id: jobId,
    attempts: attempt,
    max_attempts: attemptsMax,
  } = meta['job'] as Job
  log.error({ event: 'job_failed', task, jobId, attempt, attemptsMax, err: meta['error'] }, 'a job failed')
}

/** `poolId`: the value in the rows of locked jobs (`locked_by`). `ended` never rejects. */
type Running = { queue: Queue; poolId: string; ended: Promise<void> }

async function open(
  { pool, log }: Needs,
  { tasks, crontab, pollMs = POLL_MS }: RunnerOptions,
): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  const { counted, running } = countRunning(tasks)
  let poolId = ''
  events.once('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const queue: Queue = await run({
    events,
    pgPool: releasingOnce(pool),
    concurrency: CONCURRENCY,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Batching on. Without it, a job that finishes while the database is unreachable would end the process with an
    // unhandled rejection. With it, only the runner stops, and is restarted.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // Without either option, graphile-worker looks for a file called crontab.
    ...(crontab === undefined ? { parsedCronItems: [] } : { crontab }),
    logger: new Logger((scope) => (level, message, meta) => logLine(log, level, { ...scope }, message, meta)),
    taskList: counted,
  })
  // If the database crashed after locking a job and before its response arrived, the job would stay locked as long as
  // this pool lives. `startRunner` opens another pool and then releases this pool's jobs.
  events.once('worker:getJob:error', () => void queue.stop().catch(() => undefined))
  return { queue, poolId, ended: untilEnded(queue, events, running) }
}

/**
 * Wraps a pool so that its connections can be released twice. If a runner is stopped before its `LISTEN` is answered,
 * and the connection is lost then, graphile-worker 0.17.3 and 0.18.0 release it for the stop and again for the failed
 * `LISTEN` (`listenForChanges` in its main.js). The second release throws in pg, as an unhandled rejection that would
 * end the process. We found no issue for it at graphile/worker on November 26, 2026.
 */
function releasingOnce(pool: pg.Pool): pg.Pool {
  type Connected = Parameters<pg.Pool['connect']>[0]
  const connect = (connected?: Connected) =>
    connected
      ? pool.connect((error, client, release) => {
          let releaseOnce: typeof release | undefined = release
          connected(error, client, (problem) => {
            // Missing after an error, although pg's types don't say so.
            releaseOnce?.(problem)
            releaseOnce = undefined
          })
        })
      : pool.connect()
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Wraps the tasks to count how many of them are running, and also returns a function with this number. */
function countRunning(tasks: TaskList): { counted: TaskList; running: () => number } {
  let count = 0
  const counting =
    (task: Task): Task =>
    async (...args) => {
      count += 1
      try {
        return await task(...args)
      } finally {
        count -= 1
      }
    }
  const counted = Object.entries(tasks).map(([name, task]) => [name, task && counting(task)])
  return { counted: Object.fromEntries(counted) as TaskList, running: () => count }
}

/**
 * graphile-worker's own promise never resolves if two concurrent jobs couldn't be marked as done, because it then
 * counts one of them twice (`batch` in its main.js). So a stopping runner also counts as ended after it was idle for a
 * while.
 */
function untilEnded(queue: Queue, events: WorkerEvents, running: () => number): Promise<void> {
  return new Promise((resolve) => {
    let idleMs = 0
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearInterval(timer)
      resolve()
    }
    queue.promise.then(end, end)
    events.once('pool:gracefulShutdown', () => {
      timer = setInterval(() => {
        idleMs = running() > 0 ? 0 : idleMs + IDLE_MS / 10
        if (idleMs > IDLE_MS) end()
      }, IDLE_MS / 10)
    })
  })
}
