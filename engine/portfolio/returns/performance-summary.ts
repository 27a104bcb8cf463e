// Builds the public performance summary: percentages only, with their source (docs/spec-answers.md, answers 28 to 30).
import { type Bar, BENCHMARK } from '#engine/market/prices.ts'
import { Decimal } from 'decimal.js'
import type { Wire } from '#shared/endpoint.ts'
import type { portfolio } from '#shared/contracts/portfolio.ts'
import { RISK_FREE_RATE } from '#shared/limits.ts'
import { percentIn, signedPercent } from '#shared/rules/percent.ts'
import { alphaBeta, benchmarkCurve, benchmarkReturns } from './benchmark.ts'
import type { Valuation } from '../valuation/daily-values.ts'
import { chartPoints } from './chart-points.ts'
import { maximumDrawdown, perExchangeDay, sharpe, sortino, volatility } from './risk.ts'
import { type NoReturn, timeWeighted } from './time-weighted.ts'
import { isMostlyEmpty, moneyWeighted } from './xirr.ts'

export type PerformanceSummaryView = NonNullable<Wire<typeof portfolio.overview>['picture']>

const NO_RETURN: Record<NoReturn, string> = {
  nothing_invested: 'We can’t calculate a return: the record shows no invested money.',
  began_in_debt: 'We can’t calculate a return: the account was worth nothing or less when its record began.',
}

const IN_DOUBT = 'We can’t calculate a return: the record contains an error.'

export const CALCULATION_FAILED =
  'We couldn’t calculate this return because of a fault of ours. We’ll try again.'

/** Shown to the owner only, while prices that the calculation needs are missing. */
export const PRICES_UNAVAILABLE =
  'Our provider doesn’t answer for some of the prices that this takes. We keep trying.'

/** A public reason why a portfolio has no return. Reasons from the record itself may contain amounts. */
export const publicReason = (noReturnReason: string): string =>
  [...Object.values(NO_RETURN), CALCULATION_FAILED].find((reason) => reason === noReturnReason) ?? IN_DOUBT

const MOSTLY_EMPTY = 'Not available: nearly all of the money was withdrawn for much of the time.'
const TOO_LARGE = 'Not available: it is over +9,999%, which no account earns.'
const NO_RATE = 'Not available: no single rate fits these deposits and withdrawals.'

/** A ratio. A higher rate only compounds a gain of a few days, or of a few cents, over the whole record. */
const MONEY_WEIGHTED_MAX = 99.99

/** An account as far as a summary names its source. */
type SummarizedAccount = {
  broker: string
  source: string
  connectionId: string | null
  isMapped: boolean
  createdAt: Date
  updatedAt: Date
}

type SummaryContext = {
  isSample: boolean
  /** True if at least one account has no recorded deposits and withdrawals. */
  areFlowsAssumed: boolean
  checks: PerformanceSummaryView['checks']
  /** How many positions in options ended by assumption (`expired-options.ts`). */
  optionsEnded: number
}

/** Without a return, there is a reason. */
export function performanceSummary(
  { days, assets, unpriced, atIntrinsic }: Valuation,
  accounts: readonly SummarizedAccount[],
  benchmarkCloses: Bar[],
  { isSample, areFlowsAssumed, checks, optionsEnded }: SummaryContext,
): { summary: PerformanceSummaryView | null; noReturnReason: string | null } {
  const own = timeWeighted(days)
  const [first] = own.curve
  if (own.noReturn !== null) return { summary: null, noReturnReason: NO_RETURN[own.noReturn] }
  if (own.total === null || !first) return { summary: null, noReturnReason: null }
  const onRecord = own.curve.map(({ day }) => day)
  const closes = new Map(benchmarkCloses.map(({ day, close }) => [day, close.toNumber()]))
  const theirs = benchmarkCurve(onRecord, closes)
  const theirTotal = theirs.at(-1)?.cumulative ?? null
  const riskFree = perExchangeDay(RISK_FREE_RATE)
  const since = own.daysOnRecord
  const line = alphaBeta(own.returns, benchmarkReturns(onRecord, closes), riskFree, since)
  const money = moneyWeighted(days)
  const isTooLarge = money !== null && money.period > MONEY_WEIGHTED_MAX
  const rate = volatility(own.returns, since)
  const summary: PerformanceSummaryView = {
    trust: trustOf(accounts, isSample),
    since: first.day,
    daysOnRecord: since,
    performance: signedPercent(own.total),
    benchmark: { symbol: BENCHMARK, performance: theirTotal === null ? null : signedPercent(theirTotal) },
    ahead: theirTotal === null ? null : pointsBetween(signedPercent(own.total), signedPercent(theirTotal)),
    moneyWeighted: money && !isTooLarge ? signedPercent(money.period) : null,
    noMoneyWeighted: isTooLarge ? TOO_LARGE : money ? null : isMostlyEmpty(days) ? MOSTLY_EMPTY : NO_RATE,
    areFlowsAssumed,
    unpriced: unpricedOf(assets, unpriced),
    options: {
      atIntrinsic:
        atIntrinsic.length === 0
          ? null
          : { holdings: atIntrinsic.length, weight: weightOf(assets, new Set(atIntrinsic)) },
      ended: optionsEnded,
    },
    maxDrawdown: signedPercent(-maximumDrawdown(own.curve).depth),
    volatility: rate && percent(rate.perYear ?? rate.perDay, rate.perYear === null ? ' a day' : ''),
    sharpe: number(sharpe(own.returns, riskFree, since)?.perYear),
    sortino: number(sortino(own.returns, riskFree, since)?.perYear),
    alpha: line?.alphaPerYear == null ? null : signedPercent(line.alphaPerYear),
    beta: number(line?.beta),
    checks,
    curve: chartPoints(own.curve, theirs),
  }
  return { summary, noReturnReason: null }
}

/** How much of the assets is valued at old prices. Names no symbols, because everybody sees it. */
function unpricedOf(
  assets: Valuation['assets'],
  unpriced: Valuation['unpriced'],
): PerformanceSummaryView['unpriced'] {
  const [since] = [...unpriced.values()].toSorted()
  if (since === undefined) return null
  return { holdings: unpriced.size, weight: weightOf(assets, unpriced), since }
}

/** These symbols' share of all assets and debts, such as "3.0%". */
function weightOf(assets: Valuation['assets'], symbols: { has(symbol: string): boolean }): string {
  const sum = (some: Valuation['assets']) =>
    some.reduce((total, { value }) => total.plus(value.abs()), new Decimal(0))
  const all = sum(assets)
  const some = sum(assets.filter(({ symbol }) => symbol !== null && symbols.has(symbol)))
  return percent(all.isZero() ? 0 : some.div(all).toNumber(), '')
}

/** The difference of the two displayed percentages, so that the figures add up. */
const pointsBetween = (own: string, theirs: string) =>
  `${signedPercent((percentIn(own) - percentIn(theirs)) / 100).slice(0, -1)} pts`

const percent = (ratio: number, after: string) => `${(ratio * 100).toFixed(1)}%${after}`
const number = (value: number | null | undefined) =>
  value == null ? null : (Math.round(value * 100) / 100 || 0).toFixed(2)

/**
 * The weakest source of the accounts: one sample account makes it a sample, one file an import. Whether the connections
 * still work is checked on reading (`views.ts`), because connections break without a recompute.
 */
export function trustOf(
  accounts: readonly SummarizedAccount[],
  isSample: boolean,
): PerformanceSummaryView['trust'] {
  const files = accounts.filter(({ connectionId }) => connectionId === null)
  const isLinked = files.length === 0
  // A file is as recent as its import. A connection is dated by when it was made.
  const dayOf = (account: SummarizedAccount) => (isLinked ? account.createdAt : account.updatedAt)
  const [first] = (isLinked ? accounts : files).toSorted((a, b) => dayOf(a).getTime() - dayOf(b).getTime())
  if (!first) throw new Error('There is no summary without an account')
  const hasSample = isSample || accounts.some(({ source }) => source === 'sample')
  return {
    kind: hasSample ? 'sample' : isLinked ? 'live' : 'imported',
    broker: first.broker,
    accounts: accounts.length,
    brokers: new Set(accounts.map(({ broker }) => broker)).size,
    at: dayOf(first).toISOString(),
    until: null,
    isLinked,
    isMapped: accounts.some(({ isMapped }) => isMapped),
  }
}
