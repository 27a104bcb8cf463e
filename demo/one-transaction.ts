// Work of many transactions as a single one: nothing of it is seen before its end, and nothing stays when it fails.
import type { Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'

/** The transactions begun on the database that `work` is given are parts of the one around them; one at a time. */
export async function asOneTransaction<T>(db: Db, work: (within: Db) => Promise<T>): Promise<T> {
  return await db.transaction().execute((whole) => {
    const part = { execute: <R>(step: (trx: Transaction<DB>) => Promise<R>) => step(whole) }
    return work(Object.assign(whole, { transaction: () => part }))
  })
}
