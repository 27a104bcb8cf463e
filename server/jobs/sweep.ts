// Deletes expired sessions, counts of requests and wrong passwords, links, invitations and challenges, and old emails,
// usernames, failed jobs and uploads.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import {
  ALERTS_DAYS,
  BACKUPS_LISTED_DAYS,
  BILLING_EMAILS_DAYS,
  EMAILS_KEPT_DAYS,
  FAILED_JOBS_DAYS,
  FAILED_SIGN_INS,
  LINKS_KEPT_DAYS,
  NOTICES_KEPT_DAYS,
  PUSH_SILENT_DAYS,
  USERNAME_HELD_DAYS,
} from '#shared/limits.ts'
import { sweepUploads } from '#server/adapters/storage/open.ts'

export async function sweep(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db.deleteFrom('sessions').where('expire', '<', now).execute()
  await db
    .deleteFrom('requestCounts')
    .where('windowStart', '<', new Date(now.getTime() - 3_600_000))
    .execute()
  await sql`delete from rate_limits where expire < ${now.getTime()}`.execute(db)
  await db.deleteFrom('accountTokens').where('expiresAt', '<', daysAgo(LINKS_KEPT_DAYS)).execute()
  await db.deleteFrom('invitations').where('expiresAt', '<', daysAgo(LINKS_KEPT_DAYS)).execute()
  await db.deleteFrom('emails').where('createdAt', '<', daysAgo(EMAILS_KEPT_DAYS)).execute()
  await db.deleteFrom('backups').where('at', '<', daysAgo(BACKUPS_LISTED_DAYS)).execute()
  // graphile-worker keeps these forever, and each runner scans past them.
  await sql`delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${daysAgo(FAILED_JOBS_DAYS)}`.execute(
    db,
  )
  await db.deleteFrom('alerts').where('createdAt', '<', daysAgo(ALERTS_DAYS)).execute()
  await db.deleteFrom('commentAlerts').where('createdAt', '<', daysAgo(ALERTS_DAYS)).execute()
  await db.deleteFrom('threadReaders').where('until', '<', now).execute()
  // A browser that its push service hasn't reached for this long no longer exists.
  await db
    .deleteFrom('pushDevices')
    .where('failures', '>', 0)
    .where((eb) => eb(eb.fn.coalesce('lastOkAt', 'createdAt'), '<', daysAgo(PUSH_SILENT_DAYS)))
    .execute()
  await db.deleteFrom('pushDevices').where('endedAt', '<', daysAgo(PUSH_SILENT_DAYS)).execute()
  await db.deleteFrom('failedSteps').where('failedAt', '<', daysAgo(FAILED_JOBS_DAYS)).execute()
  await db.deleteFrom('billingEmails').where('queuedAt', '<', daysAgo(BILLING_EMAILS_DAYS)).execute()
  await db.deleteFrom('notices').where('closedAt', '<', daysAgo(NOTICES_KEPT_DAYS)).execute()
  await db.deleteFrom('mutes').where('until', '<', now).execute()
  await db.deleteFrom('usedChallenges').where('expiresAt', '<', now).execute()
  await db.deleteFrom('failedSignIns').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('signInWaits')
    .where('since', '<', new Date(now.getTime() - FAILED_SIGN_INS.windowSeconds * 1000))
    .execute()
  await db.deleteFrom('usernameChanges').where('changedAt', '<=', daysAgo(USERNAME_HELD_DAYS)).execute()
  await sweepUploads(deps)
}
