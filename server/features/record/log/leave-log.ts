// Ends a deleted person's chain in the log with a last entry, after which nothing links it to the person
// (docs/record.md).
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/**
 * Queues the `leave` entry of a person who is being deleted. Deleting their row in `users` removes the link from the
 * author to the person. Throws while their signals are waiting to be logged, so that the entry comes after them.
 */
export async function leaveLog(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select from signals where user_id = ${userId}
      and (trade_salt is null or id in (select signal_id from record_queue)) limit 1`.execute(trx)
  if (rows.length > 0) throw new Error('Signals of the person are waiting to be logged')
  await sql`insert into record_queue (queued_at, kind, author)
    select ${now}, 'leave', author from record_authors where user_id = ${userId}`.execute(trx)
}
