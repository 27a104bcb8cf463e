// Calculates the values and returns of a person's accounts. Reads only prices, through a port.
import { BENCHMARK, type PriceHistory } from '#engine/market/prices.ts'
import type { MarketDifference } from '#shared/contracts/track-record.ts'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf, latestDay } from '#engine/market/calendar-day.ts'
import { checkRecords } from '#engine/portfolio/checks/check-records.ts'
import { valueDaily, type Valuation } from '#engine/portfolio/valuation/daily-values.ts'
import { rateLookup } from '#engine/market/exchange-rates.ts'
import {
  baseCurrencyOf,
  splitAdjusted,
  type MarketData,
  gatherMarketData,
} from '#engine/portfolio/valuation/market-data.ts'
import { type HoldingsResult, holdingRowsOf } from '#engine/portfolio/holdings/holding-rows.ts'
import {
  performanceSummary,
  type PerformanceSummaryView,
} from '#engine/portfolio/returns/performance-summary.ts'
import { type ValueDifference, valueDifferences } from '#engine/portfolio/reconciliation/net-asset-value.ts'
import { internalTransfers, mergeAccounts } from '#engine/portfolio/valuation/merge-accounts.ts'
import { assumedOptionEnds } from '#engine/portfolio/valuation/expired-options.ts'
import { withAssumedFlows, withOpeningCash } from '#engine/portfolio/valuation/assumed-flows.ts'
import { statementPrices, type Records, hasReportedCash } from '../reconciliation/records.ts'
import type { AccountRow } from '../activities.ts'
import { DAYS_BEFORE } from './required-series.ts'

export type AccountFigures = HoldingsResult & {
  summary: PerformanceSummaryView | null
  /** Null if there is a summary, or no activity at all. */
  noReturnReason: string | null
  /** Visible only to the owner. */
  statementDifferences: (ValueDifference & { accountId: string })[]
  differences: MarketDifference[]
}

export type ValuedAccount = Pick<
  AccountRow,
  | 'id'
  | 'broker'
  | 'source'
  | 'currency'
  | 'connectionId'
  | 'isMapped'
  | 'isMargin'
  | 'createdAt'
  | 'updatedAt'
>

/** `lastDay`: the last day whose prices are known, `YYYY-MM-DD`. */
export type KnownMarket = Pick<
  PriceHistory,
  'isSample' | 'closes' | 'adjustedCloses' | 'splits' | 'dividends' | 'corporateActions' | 'rates'
> & { lastDay: string }

export const NO_FIGURES: AccountFigures = {
  summary: null,
  noReturnReason: null,
  holdings: [],
  cashWeight: null,
  statementDifferences: [],
  differences: [],
}

/** A figure that can't be calculated is null, or the account has a reason. */
export async function valueAccounts(
  market: KnownMarket,
  accounts: readonly ValuedAccount[],
  { activities, balances, completeness }: Records,
  now: Date,
): Promise<AccountFigures> {
  const internal = internalTransfers([...activities.values()])
  const all = [...activities.values()].flat()
  const first = all.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const today = latestDay(now)
  const base = baseCurrencyOf(accounts)
  const from = dayOf(dayNumber(first) - DAYS_BEFORE)
  const marks = statementPrices(balances.values())
  const data = await gatherMarketData({ market }, all, base, from, market.lastDay, marks)
  const rateOn = rateLookup(base, data.rates)
  const read = [...activities].map(([accountId, own], index) => {
    const account = accounts.find(({ id }) => id === accountId)
    const isCashReported = hasReportedCash(balances.get(accountId))
    const mayOwe = account?.isMargin === true || account?.connectionId != null
    const ends = assumedOptionEnds(own, { ...data, lastDay: market.lastDay })
    const rows = withAssumedFlows([...own, ...ends], { isCashReported, mayOwe })
    return { accountId, ...rows, ends: ends.length, internal: internal[index] ?? new Set<string>() }
  })
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
    optionsEnded: read.reduce((sum, { ends }) => sum + ends, 0),
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
