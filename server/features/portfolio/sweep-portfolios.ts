// Deletes unconfirmed previews, and once a day enqueues connection discovery and the recompute of portfolios.
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { IMPORT_PREVIEW_DAYS } from '#shared/limits.ts'
import { sweepFiles } from './import/stored-files.ts'
import { discoveryJob } from './connections/discover-connections.ts'
import { enqueueRecompute } from './recompute/enqueue-recompute.ts'

const DAY_MS = 86_400_000

export async function sweepPortfolios({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const aDayAgo = new Date(clock.now().getTime() - DAY_MS)
  const unconfirmed = new Date(clock.now().getTime() - IMPORT_PREVIEW_DAYS * DAY_MS)
  await db.deleteFrom('portfolioImports').where('createdAt', '<', unconfirmed).execute()
  await sweepFiles(db, clock.now())
  const stale = await db
    .selectFrom('performanceSummaries')
    .select('userId')
    .where('computedAt', '<', aDayAgo)
    .execute()
  // Their jobs have failed so often that the queue gave up.
  const uncalculated = await db
    .selectFrom('portfolioAccounts as account')
    .select('account.userId')
    .distinct()
    .where('account.updatedAt', '<', aDayAgo)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('performanceSummaries as summary')
            .whereRef('summary.userId', '=', 'account.userId')
            .whereRef('summary.computedAt', '>=', 'account.updatedAt'),
        ),
      ),
    )
    .execute()
  for (const { userId } of [...stale, ...uncalculated]) await enqueueRecompute(db, userId)
  const unread = await db
    .selectFrom('brokerConnections')
    .select(['userId', 'provider'])
    .distinct()
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('syncedAt', 'is', null), eb('syncedAt', '<', aDayAgo)]))
    // Connections that wait for their owner aren't discovered, so that their last sync stays visibly old.
    .where((eb) =>
      eb.or([eb('disabledAt', 'is', null), eb('lookedAt', 'is', null), eb('lookedAt', '<', aDayAgo)]),
    )
    .execute()
  for (const { userId, provider } of unread)
    await enqueue(db, 'discover_connections', { userId, provider }, discoveryJob(provider, userId))
}
