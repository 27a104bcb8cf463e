// Says every few seconds that this copy of the server works on the queue, and takes over the jobs of copies that are gone.
import type { Deps } from '#server/deps.ts'

/** How often a copy says that it lives, and after how long a silence it counts as gone, in milliseconds. */
export type Pace = { beatMs: number; goneMs: number }
/**
 * However long a job takes, its copy goes on beating beside it. Six beats are missed before anything is taken over, for
 * a copy that only stumbles would have its jobs done a second time beside itself.
 */
export const PACE: Pace = { beatMs: 3000, goneMs: 20_000 }
/**
 * Nobody could beat while the database was away. Whoever has beaten this often in a row has left the others the time to
 * do the same.
 */
const BEATS_BEFORE_TAKING_OVER = 3

export type WorkerPools = {
  /** From now on the pool with this id lives. */
  begin(id: string): void
  /** The pool has nothing in hand any more: what it could not say it has done is given back at once. Throws nothing. */
  end(id: string): Promise<void>
  /** Ends every pool that is left and says no more. */
  stop(): Promise<void>
}

/** Beats from now on until it is stopped. A database that is away is logged, never thrown. */
export function keepWorkerPools(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  { beatMs, goneMs }: Pace = PACE,
): WorkerPools {
  const living = new Set<string>()
  let inARow = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let beating = Promise.resolve()

  const say = (ids: Iterable<string>) =>
    pool.query(
      `insert into worker_pools (id, seen_at) select unnest($1::text[]), now()
        on conflict (id) do update set seen_at = excluded.seen_at`,
      [[...ids]],
    )

  async function beat(): Promise<void> {
    try {
      await say(living)
      inARow += 1
      if (inARow >= BEATS_BEFORE_TAKING_OVER) await takeOver()
    } catch (error) {
      inARow = 0
      log.warn({ error: String(error) }, 'the queue could not be told that this copy lives')
    }
  }

  /** A pool without a row has only just begun, when what it locked is new. */
  async function takeOver(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select job.locked_by as id from graphile_worker.jobs job left join worker_pools pool on pool.id = job.locked_by
        where job.locked_by is not null
        group by 1 having greatest(max(pool.seen_at), max(job.locked_at)) < now() - $1 * interval '1 millisecond'`,
      [goneMs],
    )
    const gone = rows.map(({ id }) => id)
    if (gone.length > 0) {
      log.warn({ pools: gone }, 'jobs are taken over from copies that are gone')
      await free(gone)
    }
    await pool.query(`delete from worker_pools where seen_at < now() - $1 * interval '1 millisecond'`, [
      goneMs,
    ])
  }

  async function free(ids: string[]): Promise<void> {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [ids])
  }

  async function beatAndGoOn(): Promise<void> {
    await beat()
    if (!isStopped) timer = setTimeout(goOn, beatMs)
  }
  function goOn(): void {
    beating = beatAndGoOn()
  }
  goOn()

  async function end(id: string): Promise<void> {
    // Before its row goes, so that no beat under way writes it again.
    living.delete(id)
    await beating
    try {
      await free([id])
      await pool.query('delete from worker_pools where id = $1', [id])
    } catch (error) {
      log.warn({ error: String(error) }, 'the queue could not be told that this copy has ended')
    }
  }

  return {
    begin(id) {
      living.add(id)
      // Its first jobs do not wait for the next beat; where this fails, that one says it again.
      say([id]).catch(() => undefined)
    },
    end,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beating
      for (const id of living) await end(id)
    },
  }
}
