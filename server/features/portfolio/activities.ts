// The accounts of a person and what happened in them, as they are kept.
import { Decimal } from 'decimal.js'
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
