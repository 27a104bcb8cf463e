// Stores that the demo people agreed to the current terms when they registered.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { consentAtRegistration, type ConsentDeps } from '#server/features/legal/consents.ts'

/** Applies to all people, including those who have agreed before. */
export async function agree(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  documents: ConsentDeps['documents'],
): Promise<void> {
  const [first, ...others] = await db.selectFrom('users').select('id').execute()
  if (!first) return
  await db.transaction().execute(async (trx) => {
    await consentAtRegistration(trx, { clock, documents }, first.id)
    // The same rows for everybody else, in one statement.
    await sql`insert into consents (id, user_id, kind, text_hash, statement, created_at)
      select gen_random_uuid(), other, kind, text_hash, statement, created_at
      from consents, unnest(${others.map(({ id }) => id)}::uuid[]) as other where user_id = ${first.id}`.execute(
      trx,
    )
  })
}
