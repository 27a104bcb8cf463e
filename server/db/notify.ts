// Notifies people's open pages, through every copy of the server, of changes that concern them.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change } from '#shared/live.ts'
import type { DB } from './tables.ts'

/** The PostgreSQL channel that every copy of the server listens on (`listener.ts`). */
export const CHANNEL = 'changes'
export type Notification = { what: Change; userIds: string[] }

/**
 * Call this inside the transaction that makes the change: a rollback drops the notification. After the commit it is
 * sent together with other collected notifications, without duplicates (`flush-changes.ts`). Does nothing without ids.
 */
export async function notify(
  db: Kysely<DB> | Transaction<DB>,
  userIds: readonly string[],
  what: Change,
): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into changes (what, user_ids) values (${what}, ${[...userIds]}::uuid[])`.execute(db)
}
