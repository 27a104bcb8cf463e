// Records a person's visit, once a day. After weeks without a visit their stored timeline is removed
// (server/features/signals/resting-timelines.ts), and filled again when they return.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { addPolledJob } from '#server/jobs/enqueue.ts'

/** Enqueues the job that fills the person's timeline if it was removed. Until then their feed is read without it. */
export async function noteVisit(
  db: Kysely<DB> | Transaction<DB>,
  personId: string,
  now: Date,
): Promise<void> {
  await sql`with visit as (
      insert into last_visits (person_id, visited_at) select id, ${now} from users where id = ${personId}
      on conflict (person_id) do update set visited_at = excluded.visited_at
      returning is_resting)
    select ${addPolledJob('wake_timeline', { viewerId: personId })} from visit where is_resting`.execute(db)
}
