// Marks the devices of people who have a new alert, in the transaction that causes it. The push loop reads the alert
// (features/alerts/push/release-held.ts).
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/**
 * A device that is already waiting keeps its reason and its time. `now`: the time of the alert, which may be earlier
 * than that of one that was committed before it.
 */
export const duePush = async (
  trx: Kysely<DB> | Transaction<DB>,
  now: Date,
  personIds: readonly string[],
): Promise<void> => {
  if (personIds.length === 0) return
  await sql`update push_devices set held_since = least(held_since, ${now}), held_for = coalesce(held_for, 'due'),
      release_at = coalesce(release_at, ${now})
    where person_id = any(${[...personIds]}::uuid[]) and ended_at is null`.execute(trx)
}
