// Computes and saves the performance of a person's accounts from all activities and the prices of each day.
import { sql } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { accountsOf, activitiesOf, type AccountRow } from '../activities.ts'
import { enqueueFetch } from './fetch-prices.ts'
import { marketReadiness } from '#server/market/series.ts'
import { requiredSeries } from './required-series.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { lockPortfolio } from '../lock-portfolio.ts'
import { recordPublication } from '../record-events.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'
import {
  CALCULATION_FAILED,
  type PerformanceSummaryView,
} from '#engine/portfolio/returns/performance-summary.ts'
import { withRenames } from '#engine/market/corporate-actions.ts'
import type { CorporateAction } from '#engine/market/prices.ts'
import { reconciledRecords } from '../reconciliation/records.ts'
import { actionsOfAccounts } from './actions-of-accounts.ts'
import { type AccountFigures, type KnownMarket, NO_FIGURES, valueAccounts } from './value-accounts.ts'

export type RecomputeDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'log'>

export type ComputedPerformance = AccountFigures & {
  /** All accounts as they were read, including paper accounts. */
  computedFrom: AccountRow[]
}

/**
 * Recomputes and saves a person's performance, and notifies their open pages. Idempotent. Separate jobs fetch missing
 * market data (`fetch-prices.ts`), the last of which enqueues another recompute. Until then the summary ends with the
 * last day for which all data exists. It stays unchanged while a series was never fetched.
 */
export async function recomputePerformance(deps: RecomputeDeps, userId: string): Promise<void> {
  const computed = await computePerformance(deps, userId)
  if (computed) await savePerformance(deps, userId, computed)
}

/** Computes without saving. Null while some market data was never fetched. */
export async function computePerformance(
  deps: RecomputeDeps,
  userId: string,
): Promise<ComputedPerformance | null> {
  const { db, clock } = deps
  const market = await knownMarket(deps, userId)
  if (market === null) return null
  const all = await accountsOf(db, userId)
  // Paper accounts are never shown as real.
  const accounts = all.filter(({ isPaper }) => !isPaper)
  let actions: readonly CorporateAction[] = []
  const records = await reconciledRecords(
    db,
    accounts,
    await activitiesOf(db, accounts),
    async (rows, balances) => (actions = await actionsOfAccounts(market, rows, balances)),
  )
  const result =
    records.activities.size === 0
      ? NO_FIGURES
      : await valueAccounts(withRenames(market, actions), accounts, records, clock.now())
  return { computedFrom: all, ...result }
}

/** Null while some market data was never fetched. */
async function knownMarket(
  { db, clock, market }: RecomputeDeps,
  userId: string,
): Promise<KnownMarket | null> {
  const now = clock.now()
  if (market.isSample) return { ...market, lastDay: utcDay(now) }
  const { missing, upTo } = await marketReadiness(db, await requiredSeries(db, userId), now)
  if (missing.length > 0) await enqueueFetch(db, userId)
  return upTo === null ? null : { ...storedMarket(db), lastDay: upTo }
}

/**
 * Replaces everything in one transaction; without accounts, everything is deleted. If an account was added, synced or
 * deleted during the computation, nothing is saved and another recompute is enqueued.
 */
export async function savePerformance(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  {
    computedFrom,
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
    if (accountsVersion(await accountsOf(trx, userId)) !== accountsVersion(computedFrom))
      return await enqueueRecompute(trx, userId)
    await trx.deleteFrom('performanceSummaries').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioHoldings').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioDifferences').where('userId', '=', userId).execute()
    if (computedFrom.length > 0) {
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
      if (summary) await recordPublication(trx, userId, computedFrom, now)
    }
    await notify(trx, [userId], 'portfolio')
  })
}

/** Replaces the figures with a reason that everybody may see. */
export async function saveFailure(deps: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<void> {
  const computedFrom = await accountsOf(deps.db, userId)
  await savePerformance(deps, userId, { computedFrom, ...NO_FIGURES, noReturnReason: CALCULATION_FAILED })
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
