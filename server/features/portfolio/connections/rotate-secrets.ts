// Encrypts every stored broker secret with the current key, so that the previous key can be removed.
import { sql } from 'kysely'
import type { ConnectionNeeds } from './store.ts'

/**
 * Resolves with the number of re-encrypted secrets. Each row is updated by itself, so an interrupted run can be
 * repeated. Safe while servers that know both keys are running. Throws if a secret was encrypted with an unknown key.
 */
export async function rotateSecrets({
  db,
  secrets,
}: Pick<ConnectionNeeds, 'db' | 'secrets'>): Promise<number> {
  let moved = 0
  for (const table of ['brokerCustomers', 'brokerConnections'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['secret', (eb) => eb.cast<string>('externalId', 'text').as('owner')])
      .where('secret', 'is not', null)
      .execute()
    for (const { secret, owner } of rows) {
      if (secret === null || secrets.isCurrent(secret)) continue
      const sealed = secrets.seal(secrets.open(secret, owner), owner)
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ secret: sealed })
        .where(sql<string>`external_id::text`, '=', owner)
        .where('secret', '=', secret)
        .executeTakeFirst()
      moved += Number(numUpdatedRows)
    }
  }
  return moved
}
