// Takes over what a preview showed: all of it or nothing, and once, however often it is asked for.
import { sql } from 'kysely'
import { tell } from '#server/db/tell.ts'
import type { Deps } from '#server/deps.ts'
import { Preview } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import { insertActivities } from './activities.ts'
import { claimPortfolio } from './claim-portfolio.ts'
import { noteRewrittenPast } from './record-events.ts'
import { workOutSoon } from './work-out-soon.ts'

/** So many that each statement is within the patience of a request, whatever the size of the file (measured: 0.2 s). */
const ROWS_AT_ONCE = 5000

const taking = (
  importId: string,
) => sql`with taken as (delete from portfolio_import_rows where ctid = any(array(
  select ctid from portfolio_import_rows where import_id = ${importId} limit ${ROWS_AT_ONCE})) returning activity)`

/** Resolves with the account's id. Throws `import_not_found` and `import_has_faults`. */
export async function confirmImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  importId: string,
): Promise<string> {
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    await claimPortfolio(trx, userId)
    const found = await trx
      .selectFrom('portfolioImports')
      .select(['preview', 'accountId'])
      .where('id', '=', importId)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Problem('import_not_found')
    if (found.accountId !== null) return found.accountId
    const preview = Preview.parse(found.preview)
    if (preview.faultCount > 0) throw new Problem('import_has_faults')
    const { broker, label, currency } = preview
    const account = await trx
      .insertInto('portfolioAccounts')
      .values({
        id: clock.newId(),
        userId,
        source: 'file',
        broker,
        label,
        currency,
        createdAt: now,
        updatedAt: now,
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`user_id, source, broker, coalesce(label, '')`)
          .where('connectionId', 'is', null)
          .doUpdateSet({ updatedAt: now }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteRewrittenPast(trx, userId, { accountId: account.id, importId }, now)
    for (let left = preview.activities - preview.known; left > 0; left -= ROWS_AT_ONCE)
      await insertActivities(trx, account.id, sql`taken as rows (a)`, taking(importId))
    await trx
      .updateTable('portfolioImports')
      .set({ accountId: account.id })
      .where('id', '=', importId)
      .execute()
    await workOutSoon(trx, userId)
    await tell(trx, [userId], 'portfolio')
    return account.id
  })
}
