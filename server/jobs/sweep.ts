// Deletes what has expired: sessions, counts of requests and of wrong passwords, and abandoned uploads.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
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
  await db.deleteFrom('failedSignIns').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('signInWaits')
    .where('since', '<', new Date(now.getTime() - FAILED_SIGN_INS.windowSeconds * 1000))
    .execute()
  await sweepUploads(deps)
}
