// Computes the performance of a person's accounts from all activities and the prices of each day.
import type { Deps } from '#server/deps.ts'
import { exchangeDays } from '#server/adapters/market/exchange-days.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { accountsOf, activitiesOf, type AccountRow } from '../activities.ts'
import { dayNumber, dayOf, latestDay } from '#server/market/calendar-day.ts'
import { checkRecords } from '../checks/check-records.ts'
import { valueDaily, type Valuation } from '../valuation/daily-values.ts'
import { rateLookup } from '#server/market/exchange-rates.ts'
import { enqueueFetch } from './fetch-prices.ts'
import { marketReadiness } from '#server/market/series.ts'
import { DAYS_BEFORE, seriesNeededBy } from './market-needs.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { baseOf, inSharesOfNow, type MarketData, marketFor } from '../valuation/market-data.ts'
import { holdingRowsOf } from '../holdings/holding-rows.ts'
import { savePerformance, type ComputedPerformance } from './save-performance.ts'
import { performanceSummary } from '../returns/performance-summary.ts'
import { valueDifferences } from '../reconciliation/net-asset-value.ts'
import { marksIn, type Records, reconciledRecords, reportsCash } from '../reconciliation/records.ts'
import { internalTransfers, mergeAccounts } from '../valuation/merge-accounts.ts'
import { recordsCash, withImpliedFlows } from '../valuation/implied-flows.ts'

export type RecomputeDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'log'>

/**
 * Recomputes and saves a person's performance, and notifies their open pages. Idempotent. Missing market data is fetched by
 * separate jobs (`fetch-prices.ts`), the last of which enqueues another recompute. Until then the summary ends with the last
 * day for which all data is there; it stays unchanged while a series was never fetched.
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
  const market = await marketOf(deps, userId)
  if (market === null) return null
  const all = await accountsOf(db, userId)
  // Paper accounts are never shown as real.
  const accounts = all.filter(({ isPaper }) => !isPaper)
  const records = await reconciledRecords(db, accounts, await activitiesOf(db, accounts))
  const result =
    records.activities.size === 0 ? NOTHING : await valued(market, accounts, records, clock.now())
  return { madeOf: all, ...result }
}

const NOTHING = {
  summary: null,
  noReturnReason: null,
  holdings: [],
  cashWeight: null,
  statementDifferences: [],
  differences: [],
}

type KnownMarket = ReturnType<typeof storedMarket> & { lastDay: string }

/** Null while some of its data was never fetched. */
async function marketOf({ db, clock, market }: RecomputeDeps, userId: string): Promise<KnownMarket | null> {
  const now = clock.now()
  if (market.isSample) return { ...market, lastDay: utcDay(now) }
  const { missing, upTo } = await marketReadiness(db, await seriesNeededBy(db, userId), now)
  if (missing.length > 0) await enqueueFetch(db, userId)
  return upTo === null ? null : { ...storedMarket(db), lastDay: upTo }
}

async function valued(
  market: KnownMarket,
  accounts: AccountRow[],
  { activities, balances, completeness }: Records,
  now: Date,
) {
  const internal = internalTransfers([...activities.values()])
  const each = [...activities].map(([accountId, own], index) => {
    const areFlowsAssumed = !recordsCash(own) && !reportsCash(balances.get(accountId))
    const rows = areFlowsAssumed ? withImpliedFlows(own) : own
    return { accountId, activities: rows, areFlowsAssumed, internal: internal[index] ?? new Set<string>() }
  })
  const all = each.flatMap((own) => own.activities)
  const first = all.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const today = latestDay(now)
  const base = baseOf(accounts)
  const from = dayOf(dayNumber(first) - DAYS_BEFORE)
  const marks = marksIn(balances.values())
  const data = await marketFor({ market }, all, base, from, market.lastDay, marks)
  const days = exchangeDays(first, market.lastDay)
  const valuations = each.map((own) => valueDaily({ ...own, ...data, base, exchangeDays: days, today }))
  const valuation = mergeAccounts(valuations)
  const invalid = noReturnReasonOf(valuation, data, base)
  if (invalid !== null) return { ...NOTHING, noReturnReason: invalid }
  const benchmark = await market.adjustedCloses(BENCHMARK, from, market.lastDay)
  const checks = await checkRecords(accounts, activities, { market, data, base, from, to: market.lastDay })
  const { summary, noReturnReason } = performanceSummary(valuation, accounts, benchmark, {
    isSample: market.isSample,
    areFlowsAssumed: each.some(({ areFlowsAssumed }) => areFlowsAssumed),
    checks: checks.counts,
  })
  const rateOn = rateLookup(base, data.rates)
  return {
    summary: summary && { ...summary, completeness },
    noReturnReason,
    differences: checks.differences,
    ...holdingRowsOf(valuation, inSharesOfNow(data)),
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

/** The first reason why no figure would be right; null when there is none. */
function noReturnReasonOf(
  { faults, unrated, days }: Valuation,
  { knowsBase }: MarketData,
  base: string,
): string | null {
  const [fault] = faults
  if (fault) return `${fault.day}: ${fault.message}`
  if (unrated.length > 0) return `There is no exchange rate for ${knowsBase ? unrated.join(', ') : base}`
  return days.length === 0 ? 'Nothing happened on a day on which the exchange was open yet' : null
}
