// Notifies people's open pages, through every copy of the server, of changes that concern them.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change } from '#shared/live.ts'
import type { DB } from './tables.ts'

/** The PostgreSQL channel that every copy of the server listens on (`listener.ts`). */
export const CHANNEL = 'changes'
export type Notification = { what: Change; userIds: string[] }

/** PostgreSQL limits a payload to 8000 bytes, and an id takes at most 40. */
export const IDS_MAX = 150

/**
 * Call this inside the transaction that makes the change: PostgreSQL sends the notification on commit and drops it on a
 * rollback. Repeated notifications in one transaction are sent once. Does nothing without ids.
 */
export async function notify(
  db: Kysely<DB> | Transaction<DB>,
  userIds: readonly string[],
  what: Change,
): Promise<void> {
  const ids = [...new Set(userIds)]
  const payloads = []
  for (let from = 0; from < ids.length; from += IDS_MAX) {
    const notification: Notification = { what, userIds: ids.slice(from, from + IDS_MAX) }
    payloads.push(JSON.stringify(notification))
  }
  if (payloads.length > 0)
    await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}
