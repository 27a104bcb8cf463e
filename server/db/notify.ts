// Tells people's open pages, on every copy of the server, that something about them changed.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change } from '#shared/live.ts'
import type { DB } from './tables.ts'

/** The name under which PostgreSQL hands it to every copy (`server/db/listen.ts`). */
export const CHANNEL = 'told'
export type Notification = { what: Change; userIds: string[] }

/** A notification may have 8000 bytes, and an id takes 40 of them at most. */
export const IDS_MAX = 150

/**
 * To be called inside the transaction that makes the change: it is told when that commits, and not at all when it is
 * rolled back. Notification twice in one transaction is told once; nobody is nobody.
 */
export async function notify(
  db: Kysely<DB> | Transaction<DB>,
  userIds: readonly string[],
  what: Change,
): Promise<void> {
  const ids = [...new Set(userIds)]
  const payloads = []
  for (let from = 0; from < ids.length; from += IDS_MAX) {
    const told: Notification = { what, userIds: ids.slice(from, from + IDS_MAX) }
    payloads.push(JSON.stringify(told))
  }
  if (payloads.length > 0)
    await sql`select pg_notify(${CHANNEL}, told) from unnest(${payloads}::text[]) told`.execute(db)
}
