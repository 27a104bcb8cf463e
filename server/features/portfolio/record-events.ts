// The public events of a record: when it became public, was deleted or restarted.
// Events outlive the accounts, so that nobody can quietly replace a record with a better one.
import { sql, type Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { RecordEvent } from '#shared/contracts/track-record.ts'
import { utcDay } from '#shared/rules/dates.ts'
import type { AccountRow } from './activities.ts'

/** Oldest first. */
export async function recordEvents(db: Db, userId: string): Promise<RecordEvent[]> {
  const rows = await db
    .selectFrom('performanceRecordEvents')
    .select((eb) => ['kind', eb.cast<string>('day', 'text').as('dayText')])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute()
  return rows.map(({ kind, dayText: day }) => ({ kind, day }))
}

/**
 * Call this when a figure of these accounts is written. The first figure on a public profile makes the record public.
 * After that, a figure that follows a deletion is a restart, and so is one with an additional account, except on the
 * first day.
 */
export async function recordPublication(
  trx: Transaction<DB>,
  userId: string,
  accounts: readonly AccountRow[],
  at: Date,
): Promise<void> {
  const events = await recordEvents(trx, userId)
  const since = events.find(({ kind }) => kind === 'public')?.day
  const last = (kind: RecordEvent['kind']) => events.findLastIndex((event) => event.kind === kind)
  const isNew = accounts.some(({ isPaper, shownAt }) => !isPaper && shownAt === null)
  if (since === undefined) {
    if (await isPublic(trx, userId)) await note(trx, userId, 'public', at)
  } else if (last('deleted') > last('restarted')) await note(trx, userId, 'restarted', at)
  else if (isNew && since !== utcDay(at)) await note(trx, userId, 'account_added', at)
  if (isNew)
    await trx
      .updateTable('portfolioAccounts')
      .set({ shownAt: at })
      .where('userId', '=', userId)
      .where('isPaper', '=', false)
      .where('shownAt', 'is', null)
      .execute()
}

/** Call this before accounts are deleted: all of a person's accounts, one account, or those of a connection. */
export async function recordDeletion(
  trx: Transaction<DB>,
  userId: string,
  at: Date,
  which: { accountId?: string; connectionId?: string } = {},
): Promise<void> {
  const shown = await trx
    .selectFrom('portfolioAccounts')
    .select('id')
    .where('userId', '=', userId)
    .where('shownAt', 'is not', null)
    .$if(which.accountId !== undefined, (query) => query.where('id', '=', which.accountId ?? ''))
    .$if(which.connectionId !== undefined, (query) =>
      query.where('connectionId', '=', which.connectionId ?? ''),
    )
    .limit(1)
    .executeTakeFirst()
  if (shown && (await wasPublic(trx, userId))) await note(trx, userId, 'deleted', at)
}

/** Broker exports overlap by some days and contain late corrections. */
const LATE_DAYS = 10

/**
 * Call this before the rows of an import become part of an account. Rows much older than the account's known history
 * rewrite the record's past, which counts as a restart.
 */
export async function recordRewrittenPast(
  trx: Transaction<DB>,
  userId: string,
  { accountId, importId }: { accountId: string; importId: string },
  at: Date,
): Promise<void> {
  const { rows } = await sql`select from portfolio_accounts where id = ${accountId} and shown_at is not null
    and (select min((activity ->> 'day')::date) from portfolio_import_rows where import_id = ${importId})
      < (select max(day) from portfolio_activities where account_id = ${accountId}) - ${LATE_DAYS}::int`.execute(
    trx,
  )
  if (rows.length > 0 && (await wasPublic(trx, userId))) await note(trx, userId, 'restarted', at)
}

const note = (trx: Transaction<DB>, userId: string, kind: RecordEvent['kind'], at: Date) =>
  trx
    .insertInto('performanceRecordEvents')
    .values({ userId, kind, at })
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'day']).doUpdateSet({ at }))
    .execute()

async function wasPublic(trx: Transaction<DB>, userId: string): Promise<boolean> {
  return (await recordEvents(trx, userId)).some(({ kind }) => kind === 'public')
}

async function isPublic(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const row = await trx.selectFrom('users').select('isPublic').where('id', '=', userId).executeTakeFirst()
  return row?.isPublic === true
}
