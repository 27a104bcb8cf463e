// Deletes what has expired: sessions, counts of requests and of wrong passwords, links, challenges, old emails, abandoned uploads.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { sweepUploads } from '#server/adapters/storage/open.ts'

/** How long we can still say of a link that it was used or is too old, and whether an email was sent. */
const KEPT_MS = 30 * 86_400_000

export async function sweep(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  await db.deleteFrom('sessions').where('expire', '<', now).execute()
  await db
    .deleteFrom('requestCounts')
    .where('windowStart', '<', new Date(now.getTime() - 3_600_000))
    .execute()
  await sql`delete from rate_limits where expire < ${now.getTime()}`.execute(db)
  const keptSince = new Date(now.getTime() - KEPT_MS)
  await db.deleteFrom('accountTokens').where('expiresAt', '<', keptSince).execute()
  await db.deleteFrom('emails').where('createdAt', '<', keptSince).execute()
  await db.deleteFrom('usedChallenges').where('expiresAt', '<', now).execute()
  await db.deleteFrom('failedSignIns').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('signInWaits')
    .where('since', '<', new Date(now.getTime() - FAILED_SIGN_INS.windowSeconds * 1000))
    .execute()
  await sweepUploads(deps)
}
