// Runs the queued work, and the work that comes round by the clock.
import { type Runner, run, type TaskList } from 'graphile-worker'
import { Logger } from 'graphile-worker'
import type { Deps } from '#server/deps.ts'
import { fillTimeline, tidyTimeline } from '#server/features/signals/timeline.ts'
import type { Jobs } from './enqueue.ts'
import { sweep } from './sweep.ts'

/** Every hour, at an odd minute so that it meets nobody else's schedule. */
const TIMETABLE = '23 * * * * sweep ?max=3'

/** What the operator should see of the queue's own words; the rest is for debugging. */
const LEVELS: Partial<Record<string, 'error' | 'warn'>> = { error: 'error', warning: 'warn' }

/** Starts working on the queue; `stop()` waits for the jobs in hand. */
export function startWorker(deps: Deps): Promise<Runner> {
  const jobs: { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> } = {
    fill_timeline: ({ viewerId, authorId }) => fillTimeline(deps, viewerId, authorId),
    tidy_timeline: ({ viewerId, authorId }) => tidyTimeline(deps, viewerId, authorId),
  }
  return run({
    pgPool: deps.pool,
    concurrency: 2,
    pollInterval: 2000,
    noHandleSignals: true,
    crontab: TIMETABLE,
    logger: new Logger(
      (scope) => (level, message) => deps.log[LEVELS[level] ?? 'debug']({ ...scope }, message),
    ),
    taskList: { ...jobs, sweep: () => sweep(deps) } as TaskList,
  })
}
