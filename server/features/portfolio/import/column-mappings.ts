// Remembers the columns people chose for a file, by its header, so that the next file like it is read at once.
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { ColumnMapping } from '#shared/contracts/column-mapping.ts'

/** More than any person has brokers. Beyond that, the mapping unused for longest is deleted. */
const MAPPINGS_EACH = 50

/** Null if there is none, or if an older version stored it in another form. */
export async function rememberedMapping(
  db: Db,
  userId: string,
  headerHash: string | null,
): Promise<ColumnMapping | null> {
  if (headerHash === null) return null
  const found = await db
    .selectFrom('portfolioColumnMappings')
    .select('mapping')
    .where('userId', '=', userId)
    .where('headerHash', '=', headerHash)
    .executeTakeFirst()
  return ColumnMapping.safeParse(found?.mapping).data ?? null
}

export async function rememberMapping(
  db: Db,
  { userId, headerHash, at }: { userId: string; headerHash: string; at: Date },
  mapping: ColumnMapping,
): Promise<void> {
  const values = { mapping: JSON.stringify(mapping), updatedAt: at }
  await db
    .insertInto('portfolioColumnMappings')
    .values({ userId, headerHash, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'headerHash']).doUpdateSet(values))
    .execute()
  await sql`delete from portfolio_column_mappings where user_id = ${userId} and header_hash in (
    select header_hash from portfolio_column_mappings where user_id = ${userId}
    order by updated_at desc offset ${MAPPINGS_EACH})`.execute(db)
}
