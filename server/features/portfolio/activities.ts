// The accounts of a person and what happened in them, as they are kept.
import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { ACTIVITY_TYPES, type Activity } from '#server/outside/broker/port.ts'

export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export type AccountRow = Awaited<ReturnType<typeof accountsOf>>[number]

/** By account. The table's check constraint allows no other type. */
export async function activitiesOf(db: Db, accounts: AccountRow[]): Promise<Map<string, Activity[]>> {
  const found = new Map<string, Activity[]>()
  for (const { id } of accounts) {
    const rows = await db
      .selectFrom('portfolioActivities')
      .selectAll()
      .select((eb) => eb.cast<string>('day', 'text').as('dayText'))
      .where('accountId', '=', id)
      .execute()
    if (rows.length === 0) continue
    found.set(
      id,
      rows.map((row) => ({
        id: row.id,
        type: ACTIVITY_TYPES.find((type) => type === row.type) ?? 'fee',
        day: row.dayText,
        symbol: row.symbol,
        companyName: row.companyName,
        quantity: new Decimal(row.quantity),
        price: row.price === null ? null : new Decimal(row.price),
        cash: new Decimal(row.cash),
        fee: new Decimal(row.fee),
        ratio: row.ratio === null ? null : new Decimal(row.ratio),
        currency: row.currency,
        line: null,
      })),
    )
  }
  return found
}

const ROWS_AT_ONCE = 1000

/** Adds activities to an account; one whose id is there already stays as it is. */
export async function storeActivities(
  db: Db,
  accountId: string,
  activities: readonly Activity[],
): Promise<void> {
  for (let from = 0; from < activities.length; from += ROWS_AT_ONCE) {
    const rows = activities.slice(from, from + ROWS_AT_ONCE).map((activity) => JSON.stringify(activity))
    await insertActivities(db, accountId, sql`unnest(${rows}::jsonb[]) as rows (a)`)
  }
}

/** `rows`: what to select from, with one JSON activity in each `a`. */
export async function insertActivities(db: Db, accountId: string, rows: RawBuilder<unknown>): Promise<void> {
  await sql`insert into portfolio_activities
      (account_id, id, type, day, symbol, company_name, quantity, price, cash, fee, ratio, currency)
    select ${accountId}, a->>'id', a->>'type', (a->>'day')::date, a->>'symbol', a->>'companyName',
           (a->>'quantity')::numeric, (a->>'price')::numeric, (a->>'cash')::numeric, (a->>'fee')::numeric,
           (a->>'ratio')::numeric, a->>'currency'
      from ${rows}
    on conflict do nothing`.execute(db)
}
