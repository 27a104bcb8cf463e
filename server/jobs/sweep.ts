// Deletes what has expired: sessions, request counts and abandoned uploads.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { sweepUploads } from '#server/adapters/storage/open.ts'

export async function sweep(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  await db.deleteFrom('sessions').where('expire', '<', now).execute()
  await db
    .deleteFrom('requestCounts')
    .where('windowStart', '<', new Date(now.getTime() - 3_600_000))
    .execute()
  await sql`delete from rate_limits where expire < ${now.getTime()}`.execute(db)
  await sweepUploads(deps)
}
