// Locks a person's portfolio, so that one transaction at a time changes its accounts or its performance summary.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/**
 * Waits for the lock and holds it until the transaction ends. Call it first in the transaction, to avoid deadlocks.
 * Rows that reference the person can still be inserted ("no key").
 */
export async function lockPortfolio(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
