// Lets one transaction at a time change what a person's portfolio is made of, or what was worked out of it.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'

/**
 * Waits for whoever has it, and has it until the transaction ends. To be called first in it, so that no two wait for
 * each other. Other rows may refer to the person meanwhile ("no key").
 */
export async function lockPortfolio(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
