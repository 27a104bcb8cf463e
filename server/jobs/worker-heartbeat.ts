// Records regularly that this copy of the server runs jobs, and releases the jobs of copies that died.
import type { Deps } from '#server/deps.ts'

/** The interval between heartbeats, and the time without one after which a copy counts as dead, in milliseconds. */
export type HeartbeatTiming = { intervalMs: number; deadAfterMs: number }
/**
 * Heartbeats continue however long a job takes. A copy must miss six before its jobs are released, because the jobs of
 * a copy that is only slow would run twice at the same time.
 */
export const HEARTBEAT_TIMING: HeartbeatTiming = { intervalMs: 3000, deadAfterMs: 20_000 }
/**
 * No copy can send heartbeats while the database is unreachable. After this many successful ones in a row, the other
 * copies have had time to send theirs, so a missing heartbeat means a dead copy.
 */
const BEATS_BEFORE_RELEASE = 3

export type Heartbeat = {
  /** Starts heartbeats for the worker pool with this id (graphile-worker's `locked_by`). */
  add(poolId: string): void
  /** Stops the heartbeats of an ended pool, and releases the jobs that it couldn't mark as done. Never throws. */
  remove(poolId: string): Promise<void>
  /** Removes all remaining pools and stops. */
  stop(): Promise<void>
}

/** Sends heartbeats until it is stopped. If the database is unreachable, it logs a warning and continues. */
export function startHeartbeat(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  { intervalMs, deadAfterMs }: HeartbeatTiming = HEARTBEAT_TIMING,
): Heartbeat {
  const poolIds = new Set<string>()
  let successes = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let lastBeat = Promise.resolve()

  const record = (ids: Iterable<string>) =>
    pool.query(
      `insert into worker_pools (id, seen_at) select unnest($1::text[]), now()
        on conflict (id) do update set seen_at = excluded.seen_at`,
      [[...ids]],
    )

  async function beat(): Promise<void> {
    try {
      await record(poolIds)
      successes += 1
      if (successes >= BEATS_BEFORE_RELEASE) await releaseJobsOfDead()
    } catch (error) {
      successes = 0
      log.warn({ event: 'heartbeat_failed', error: String(error) }, 'the heartbeat of the job queue failed')
    }
  }

  /** Releases the jobs of dead pools. If a pool without a row has recently locked jobs, it has only just started. */
  async function releaseJobsOfDead(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select job.locked_by as id from graphile_worker.jobs job left join worker_pools pool on pool.id = job.locked_by
        where job.locked_by is not null
        group by 1 having greatest(max(pool.seen_at), max(job.locked_at)) < now() - $1 * interval '1 millisecond'`,
      [deadAfterMs],
    )
    const dead = rows.map(({ id }) => id)
    if (dead.length > 0) {
      log.warn({ event: 'jobs_released', pools: dead }, 'jobs of dead copies of the server are released')
      await releaseJobs(dead)
    }
    await pool.query(`delete from worker_pools where seen_at < now() - $1 * interval '1 millisecond'`, [
      deadAfterMs,
    ])
  }

  async function releaseJobs(ids: string[]): Promise<void> {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [ids])
  }

  async function beatAndSchedule(): Promise<void> {
    await beat()
    if (!isStopped) timer = setTimeout(next, intervalMs)
  }
  function next(): void {
    lastBeat = beatAndSchedule()
  }
  next()

  async function remove(poolId: string): Promise<void> {
    // Removed before its row is deleted, so that a concurrent heartbeat doesn't insert it again.
    poolIds.delete(poolId)
    await lastBeat
    try {
      await releaseJobs([poolId])
      await pool.query('delete from worker_pools where id = $1', [poolId])
    } catch (error) {
      log.warn(
        { event: 'jobs_not_released', error: String(error) },
        'the jobs of an ended worker pool could not be released',
      )
    }
  }

  return {
    add(poolId) {
      poolIds.add(poolId)
      // Recorded at once, because its first jobs start before the next heartbeat. If this fails, the heartbeat retries.
      record([poolId]).catch(() => undefined)
    },
    remove,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await lastBeat
      for (const poolId of poolIds) await remove(poolId)
    },
  }
}
