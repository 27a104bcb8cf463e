// Runs work with many transactions as a single one, so that it commits or rolls back as a whole.
import type { Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'

/** Transactions that `work` begins become part of the outer one; only one at a time. */
export async function asOneTransaction<T>(db: Db, work: (within: Db) => Promise<T>): Promise<T> {
  return await db.transaction().execute((whole) => {
    const part = { execute: <R>(step: (trx: Transaction<DB>) => Promise<R>) => step(whole) }
    return work(Object.assign(whole, { transaction: () => part }))
  })
}
