// Puts work into the queue, in the same transaction as the change that calls for it.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/** What each job is given. Every job can be run again without harm. */
export type Jobs = {
  fill_timeline: { viewerId: string; authorId: string }
  tidy_timeline: { viewerId: string; authorId: string }
}

export async function enqueue<Name extends keyof Jobs>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(db)
}
