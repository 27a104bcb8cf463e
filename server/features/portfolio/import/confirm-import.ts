// Imports a preview completely or not at all, and only once if it is confirmed twice.
import { Decimal } from 'decimal.js'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { type ImportChoice, Preview } from '#shared/contracts/import-preview.ts'
import { Problem } from '#shared/problems.ts'
import { daysOfAccount, insertActivities } from '../activities.ts'
import { latestDay } from '#engine/market/calendar-day.ts'
import { reconciledDays } from '#engine/portfolio/checks/check-record.ts'
import { checkWithMarket } from '#engine/portfolio/checks/check-with-market.ts'
import { storedEvents } from './market-events.ts'
import { lockPortfolio } from '../lock-portfolio.ts'
import { deleteList } from './position-rows.ts'
import { rejectCountedTwice } from './account-of-file.ts'
import { saveCosts } from './received-shares.ts'
import { type LeftOutRow, saveLeftOutRows } from './left-out-rows.ts'
import { NO_BALANCES, type OpeningPosition } from '#engine/portfolio/reconciliation/reconcile.ts'
import {
  balancesOf,
  statementOf,
  storeOpeningCash,
  storeOpenings,
  storeStatements,
} from '../reconciliation/store.ts'
import { recordRewrittenPast } from '../record-events.ts'
import type { PendingImport } from './create-preview.ts'
import { enqueueRecompute } from '../recompute/enqueue-recompute.ts'

/** Keeps each statement within the request timeout for a file of any size (measured: 0.2 s). */
const ROWS_AT_ONCE = 5000

const takeRows = (
  importId: string,
) => sql`with taken as (delete from portfolio_import_rows where ctid = any(array(
  select ctid from portfolio_import_rows where import_id = ${importId} limit ${ROWS_AT_ONCE})) returning activity)`

const NO_CHOICE: ImportChoice = {
  openings: [],
  costs: [],
  openingCash: null,
  isMargin: false,
  leaveOut: false,
}

/**
 * Resolves with the account's id. Throws `import_not_found`, `counted_twice`, and `import_has_faults` if the file has
 * issues that the owner's choice doesn't cover.
 */
export async function confirmImport(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  userId: string,
  importId: string,
  choice: ImportChoice = NO_CHOICE,
): Promise<string> {
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    await lockPortfolio(trx, userId)
    const found = await trx
      .selectFrom('portfolioImports')
      .select(['preview', 'pending', 'accountId'])
      .where('id', '=', importId)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Problem('import_not_found')
    if (found.accountId !== null) return found.accountId
    // A preview stored by an older version may lack newer fields. Its file has to be uploaded again.
    const { data: preview } = Preview.safeParse(found.preview)
    if (!preview) throw new Problem('import_not_found')
    if (preview.faultCount > 0 && !choice.leaveOut) throw new Problem('import_has_faults')
    const { broker, label, currency, mapped } = preview
    const isMargin = preview.openingCash !== null && choice.isMargin
    const account = await trx
      .insertInto('portfolioAccounts')
      .values({
        id: clock.newId(),
        userId,
        source: 'file',
        broker,
        label,
        currency,
        isMapped: mapped !== null,
        isMargin,
        createdAt: now,
        updatedAt: now,
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`user_id, source, broker, coalesce(label, ''), is_mapped`)
          .where('connectionId', 'is', null)
          .doUpdateSet({ updatedAt: now, ...(isMargin && { isMargin }) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await rejectCountedTwice(trx, { id: account.id, userId, broker, label, isMapped: mapped !== null })
    await recordRewrittenPast(trx, userId, { accountId: account.id, importId }, now)
    const pending = found.pending as unknown as PendingImport
    if (pending.replacesList) await deleteList(trx, account.id)
    await saveCosts(trx, importId, preview, choice)
    for (let left = preview.activities - preview.known; left > 0; left -= ROWS_AT_ONCE)
      await insertActivities(trx, account.id, sql`taken as rows (a)`, takeRows(importId))
    const { statements = [], leftOut, readByNow } = pending
    await storeStatements(trx, account.id, statements.map(statementOf))
    await storeOpenings(trx, account.id, chosenOpenings(preview, choice))
    const cash = preview.openingCash
    if (cash && choice.openingCash !== null && !choice.isMargin)
      await storeOpeningCash(trx, account.id, { ...cash, amount: new Decimal(choice.openingCash) })
    const isWhole = preview.faultCount === 0 && preview.opening === null
    const impossible = isWhole
      ? []
      : await removeImpossible(trx, account.id, { today: latestDay(now), isSample: market.isSample })
    if (impossible.length > 0 && !choice.leaveOut) throw new Problem('import_has_faults')
    await saveLeftOutRows(trx, account.id, { leftOut: [...leftOut, ...impossible], read: readByNow })
    await trx
      .updateTable('portfolioImports')
      .set({ accountId: account.id })
      .where('id', '=', importId)
      .execute()
    await enqueueRecompute(trx, userId)
    await notify(trx, [userId], 'portfolio')
    return account.id
  })
}

/** Only opening positions that the preview offered can be added. */
function chosenOpenings({ opening }: Preview, { openings }: ImportChoice): OpeningPosition[] {
  return openings.flatMap(({ symbol, quantity, price }) => {
    const offered = opening?.positions.find((one) => one.symbol === symbol)
    const size = new Decimal(quantity)
    if (!opening || !offered || size.isZero()) return []
    const { companyName, currency, isShort } = offered
    const cost = price === null ? null : new Decimal(price)
    const held = isShort ? size.negated() : size
    return [{ day: opening.day, symbol, companyName, quantity: held, price: cost, currency }]
  })
}

/** Deletes an account's impossible activities and returns which they were. */
async function removeImpossible(
  db: Kysely<DB>,
  accountId: string,
  { today, isSample }: { today: string; isSample: boolean },
): Promise<LeftOutRow[]> {
  const balances = (await balancesOf(db, [accountId])).get(accountId) ?? NO_BALANCES
  const left: LeftOutRow[] = []
  // Without these rows, a statement may differ from the record in other shares, so this repeats until no issue is left.
  for (;;) {
    const days = () => reconciledDays(daysOfAccount(db, accountId), balances)
    const events = storedEvents(db, isSample)
    const { issues } = await checkWithMarket(days(), days, events, { today, openingDay: null })
    const ids = issues.map(({ activityId }) => activityId)
    const gone = await sql<{ id: string }>`delete from portfolio_activities
      where account_id = ${accountId} and id = any(${ids}::text[]) returning id`.execute(db)
    if (gone.rows.length === 0) return left
    left.push(...gone.rows.map(({ id }) => ({ key: id, neighbors: [] })))
  }
}
