// Lists failed jobs and unprocessed payment events, and lets administrators retry them.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { admin } from '#shared/contracts/admin.ts'

const ROWS_MAX = 200
const ERROR_MAX = 300

type JobRow = {
  id: string
  task: string
  attempts: number
  attemptsMax: number
  error: string | null
  createdAt: Date
  runAt: Date
}

/**
 * Jobs that failed at least once, starting with those that won't be retried, and unprocessed events, oldest first. At
 * most 200 each.
 */
export async function failedJobs(db: Kysely<DB>): Promise<Wire<typeof admin.jobs>> {
  const { rows } = await sql<JobRow>`
    select id::text, task_identifier as task, attempts, max_attempts as attempts_max, last_error as error, created_at, run_at
      from graphile_worker.jobs where last_error is not null
     order by attempts < max_attempts, created_at limit ${ROWS_MAX}`.execute(db)
  const events = await db
    .selectFrom('stripeEvents')
    .select(['id', 'type', 'receivedAt'])
    .where('doneAt', 'is', null)
    .orderBy('receivedAt')
    .limit(ROWS_MAX)
    .execute()
  return {
    jobs: rows.map(({ createdAt, runAt, error, ...job }) => ({
      ...job,
      error: (error ?? '').split('\n')[0]!.slice(0, ERROR_MAX),
      createdAt: new Date(createdAt).toISOString(),
      nextAt: job.attempts < job.attemptsMax ? new Date(runAt).toISOString() : null,
    })),
    events: events.map(({ receivedAt, ...event }) => ({ ...event, receivedAt: receivedAt.toISOString() })),
  }
}

/** Runs a job again now and resets its attempts. False if it is done or running. */
export async function retryJob(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Processes a stored event again now. False if it is done or unknown. Events are hints, so repeating one is harmless.
 */
export async function retryEvent(db: Kysely<DB>, id: string): Promise<boolean> {
  const event = await db
    .selectFrom('stripeEvents')
    .select('id')
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  if (!event) return false
  await enqueue(db, 'process_stripe_event', { eventId: id }, { key: `event ${id}` })
  return true
}
