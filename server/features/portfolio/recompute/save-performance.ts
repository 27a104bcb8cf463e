// Saves the computed performance, unless the accounts changed meanwhile.
import { sql } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import type { Difference } from '#shared/contracts/trust.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { type AccountRow, accountsOf } from '../activities.ts'
import { lockPortfolio } from '../lock-portfolio.ts'
import type { HoldingsResult } from '../holdings/holding-rows.ts'
import type { PerformanceSummaryView } from '../returns/performance-summary.ts'
import { noteShown } from '../record-events.ts'
import type { ValueDifference } from '../reconciliation/net-asset-value.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'

export type ComputedPerformance = HoldingsResult & {
  /** All accounts as they were read, including paper accounts. */
  computedFrom: AccountRow[]
  summary: PerformanceSummaryView | null
  noReturnReason: string | null
  /** Visible only to the owner. */
  statementDifferences: (ValueDifference & { accountId: string })[]
  differences: Difference[]
}

/**
 * Replaces everything in one transaction; without accounts, everything is deleted. If an account was added, synced or
 * deleted during the computation, nothing is saved and another recompute is enqueued.
 */
export async function savePerformance(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  {
    computedFrom: madeOf,
    summary,
    noReturnReason,
    holdings,
    cashWeight,
    statementDifferences,
    differences,
  }: ComputedPerformance,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockPortfolio(trx, userId)
    if (accountsVersion(await accountsOf(trx, userId)) !== accountsVersion(madeOf))
      return await enqueueRecompute(trx, userId)
    await trx.deleteFrom('performanceSummaries').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioHoldings').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioDifferences').where('userId', '=', userId).execute()
    if (madeOf.length > 0) {
      await trx
        .insertInto('performanceSummaries')
        .values({
          userId,
          performance: summary?.performance ?? NO_PERFORMANCE,
          source: summary ? sourceOf(summary.trust.kind) : 'none',
          linkedSince: summary?.trust.kind === 'live' ? sql`${summary.trust.at.slice(0, 10)}::date` : null,
          moneyWeighted: summary?.moneyWeighted ?? null,
          summary: summary && JSON.stringify(summary),
          noReturnReason,
          cashWeight,
          statementDifferences: JSON.stringify(statementDifferences),
          computedAt: now,
        })
        .execute()
      const rows = holdings.map((row) => ({
        id: clock.newId(),
        userId,
        ...row,
        createdAt: now,
        updatedAt: now,
      }))
      if (rows.length > 0) await trx.insertInto('portfolioHoldings').values(rows).execute()
      const found = differences.map((difference, place) => ({ userId, place, ...difference }))
      if (found.length > 0)
        await trx
          .insertInto('portfolioDifferences')
          .values(found.map(({ day, ...row }) => ({ ...row, day: sql<Date>`${day}::date` })))
          .execute()
      if (summary) await noteShown(trx, userId, madeOf, now)
    }
    await notify(trx, [userId], 'portfolio')
  })
}

function sourceOf(kind: PerformanceSummaryView['trust']['kind']): PerformanceSource {
  if (kind === 'sample') return 'sample'
  return kind === 'imported' ? 'self_reported' : 'linked'
}

/** Changes with the accounts: every change of an account sets its `updatedAt`. */
const accountsVersion = (accounts: readonly AccountRow[]) =>
  accounts
    .map(({ id, updatedAt }) => `${id} ${updatedAt.toISOString()}`)
    .toSorted()
    .join()
