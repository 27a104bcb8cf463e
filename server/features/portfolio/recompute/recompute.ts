// Computes and saves the performance of a person's accounts from all activities and the prices of each day.
import { BENCHMARK } from '#engine/market/prices.ts'
import { sql } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import type { MarketDifference } from '#shared/contracts/track-record.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { accountsOf, activitiesOf, type AccountRow } from '../activities.ts'
import { dayNumber, dayOf, latestDay } from '#engine/market/calendar-day.ts'
import { checkRecords } from '#engine/portfolio/checks/check-records.ts'
import { valueDaily, type Valuation } from '#engine/portfolio/valuation/daily-values.ts'
import { rateLookup } from '#engine/market/exchange-rates.ts'
import { enqueueFetch } from './fetch-prices.ts'
import { marketReadiness } from '#server/market/series.ts'
import { DAYS_BEFORE, requiredSeries } from './required-series.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { utcDay } from '#shared/rules/dates.ts'
import {
  baseCurrencyOf,
  splitAdjusted,
  type MarketData,
  gatherMarketData,
} from '#engine/portfolio/valuation/market-data.ts'
import { type HoldingsResult, holdingRowsOf } from '#engine/portfolio/holdings/holding-rows.ts'
import { lockPortfolio } from '../lock-portfolio.ts'
import { recordPublication } from '../record-events.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'
import {
  CALCULATION_FAILED,
  performanceSummary,
  type PerformanceSummaryView,
} from '#engine/portfolio/returns/performance-summary.ts'
import { type ValueDifference, valueDifferences } from '#engine/portfolio/reconciliation/net-asset-value.ts'
import {
  statementPrices,
  type Records,
  reconciledRecords,
  hasReportedCash,
} from '../reconciliation/records.ts'
import { internalTransfers, mergeAccounts } from '#engine/portfolio/valuation/merge-accounts.ts'
import { withAssumedFlows, withOpeningCash } from '#engine/portfolio/valuation/assumed-flows.ts'

export type RecomputeDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'log'>

export type ComputedPerformance = HoldingsResult & {
  /** All accounts as they were read, including paper accounts. */
  computedFrom: AccountRow[]
  summary: PerformanceSummaryView | null
  noReturnReason: string | null
  /** Visible only to the owner. */
  statementDifferences: (ValueDifference & { accountId: string })[]
  differences: MarketDifference[]
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
  const records = await reconciledRecords(db, accounts, await activitiesOf(db, accounts))
  const result =
    records.activities.size === 0 ? NO_FIGURES : await valueAccounts(market, accounts, records, clock.now())
  return { computedFrom: all, ...result }
}

const NO_FIGURES = {
  summary: null,
  noReturnReason: null,
  holdings: [],
  cashWeight: null,
  statementDifferences: [],
  differences: [],
}

type KnownMarket = ReturnType<typeof storedMarket> & { lastDay: string }

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

async function valueAccounts(
  market: KnownMarket,
  accounts: AccountRow[],
  { activities, balances, completeness }: Records,
  now: Date,
) {
  const internal = internalTransfers([...activities.values()])
  const read = [...activities].map(([accountId, own], index) => {
    const account = accounts.find(({ id }) => id === accountId)
    const isCashReported = hasReportedCash(balances.get(accountId))
    const mayOwe = account?.isMargin === true || account?.connectionId != null
    const rows = withAssumedFlows(own, { isCashReported, mayOwe })
    return { accountId, ...rows, internal: internal[index] ?? new Set<string>() }
  })
  const all = read.flatMap((own) => own.activities)
  const first = all.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const today = latestDay(now)
  const base = baseCurrencyOf(accounts)
  const from = dayOf(dayNumber(first) - DAYS_BEFORE)
  const marks = statementPrices(balances.values())
  const data = await gatherMarketData({ market }, all, base, from, market.lastDay, marks)
  const rateOn = rateLookup(base, data.rates)
  const each = read.map((own) => withOpeningCash(own, base, rateOn))
  const days = exchangeDays(first, market.lastDay)
  const valuations = each.map((own) => valueDaily({ ...own, ...data, base, exchangeDays: days, today }))
  const valuation = mergeAccounts(valuations)
  const invalid = noReturnReasonOf(valuation, data, base)
  if (invalid !== null) return { ...NO_FIGURES, noReturnReason: invalid }
  const benchmark = await market.adjustedCloses(BENCHMARK, from, market.lastDay)
  const checks = await checkRecords(accounts, activities, { market, data, base, from, to: market.lastDay })
  const { summary, noReturnReason } = performanceSummary(valuation, accounts, benchmark, {
    isSample: market.isSample,
    areFlowsAssumed: each.some(({ areFlowsAssumed }) => areFlowsAssumed),
    checks: checks.counts,
  })
  const openingCash = each.some((own) => own.isCashAssumed) ? 'assumed' : completeness.openingCash
  const isMargin = accounts.some((account) => account.isMargin)
  return {
    summary: summary && { ...summary, completeness: { ...completeness, openingCash, isMargin } },
    noReturnReason,
    differences: checks.differences,
    ...holdingRowsOf(valuation, splitAdjusted(data)),
    statementDifferences: each.flatMap(({ accountId }, index) =>
      valueDifferences(
        balances.get(accountId)?.statements ?? [],
        valuations[index]?.days ?? [],
        rateOn,
        market.isSample,
      ).map((difference) => ({ accountId, ...difference })),
    ),
  }
}

/** The first reason why no figure would be right, or null. */
function noReturnReasonOf(
  { issues, unrated, days }: Valuation,
  { hasBaseRates }: MarketData,
  base: string,
): string | null {
  const [issue] = issues
  if (issue) return `${issue.day}: ${issue.message}`
  if (unrated.length > 0) return `There is no exchange rate for ${hasBaseRates ? unrated.join(', ') : base}`
  return days.length === 0 ? 'Nothing happened on a day on which the exchange was open yet' : null
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
