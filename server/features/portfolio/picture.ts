// The figures of a portfolio as anybody may see them: percent only, with where they come from (answers 28 to 30).
import type { Wire } from '#shared/endpoint.ts'
import type { portfolio } from '#shared/contracts/portfolio.ts'
import { BENCHMARK, type Bar } from '#server/outside/market/port.ts'
import { RISK_FREE_RATE } from '#shared/limits.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import type { AccountRow } from './activities.ts'
import { alphaBeta, benchmarkCurve, benchmarkReturns } from './benchmark.ts'
import type { Valuation } from './daily-values.ts'
import { drawnCurve } from './drawn-curve.ts'
import { maximumDrawdown, perExchangeDay, sharpe, sortino, volatility } from './risk.ts'
import { timeWeighted } from './time-weighted.ts'
import { moneyWeighted } from './xirr.ts'

export type PictureView = NonNullable<Wire<typeof portfolio.overview>['picture']>

/** Null where no return can be said, or before there is a day on record. */
export function pictureOf(
  { days }: Valuation,
  accounts: AccountRow[],
  benchmarkCloses: Bar[],
  isSample: boolean,
  checks: PictureView['checks'],
): PictureView | null {
  const own = timeWeighted(days)
  const [first] = own.curve
  if (own.total === null || !first) return null
  const onRecord = own.curve.map(({ day }) => day)
  const closes = new Map(benchmarkCloses.map(({ day, close }) => [day, close.toNumber()]))
  const theirs = benchmarkCurve(onRecord, closes)
  const theirTotal = theirs.at(-1)?.cumulative ?? null
  const riskFree = perExchangeDay(RISK_FREE_RATE)
  const since = own.daysOnRecord
  const line = alphaBeta(own.returns, benchmarkReturns(onRecord, closes), riskFree, since)
  const money = moneyWeighted(days)
  const rate = volatility(own.returns, since)
  return {
    trust: trustOf(accounts, isSample),
    since: first.day,
    daysOnRecord: since,
    performance: signedPercent(own.total),
    benchmark: { symbol: BENCHMARK, performance: theirTotal === null ? null : signedPercent(theirTotal) },
    ahead: theirTotal === null ? null : pointsBetween(signedPercent(own.total), signedPercent(theirTotal)),
    moneyWeighted: money && signedPercent(money.period),
    maxDrawdown: signedPercent(-maximumDrawdown(own.curve).depth),
    volatility: rate && percent(rate.perYear ?? rate.perDay, rate.perYear === null ? ' a day' : ''),
    sharpe: number(sharpe(own.returns, riskFree, since)?.perYear),
    sortino: number(sortino(own.returns, riskFree, since)?.perYear),
    alpha: line?.alphaPerYear == null ? null : signedPercent(line.alphaPerYear),
    beta: number(line?.beta),
    hasSamplePrices: isSample,
    checks,
    curve: drawnCurve(own.curve, theirs),
  }
}

/** The difference of the two as they are read, so that it adds up to the eye. */
const pointsBetween = (own: string, theirs: string) =>
  `${signedPercent((Number.parseFloat(own) - Number.parseFloat(theirs)) / 100).slice(0, -1)} pts`

const percent = (ratio: number, after: string) => `${(ratio * 100).toFixed(1)}%${after}`
const number = (value: number | null | undefined) =>
  value == null ? null : (Math.round(value * 100) / 100 || 0).toFixed(2)

/**
 * The weakest of what it is made of: one sample among the accounts makes it a sample, one file an import. Whether its
 * connections still work is asked when it is read (`views.ts`), for they break without anything being worked out anew.
 */
export function trustOf(accounts: AccountRow[], isSample: boolean): PictureView['trust'] {
  const files = accounts.filter(({ connectionId }) => connectionId === null)
  const isLinked = files.length === 0
  // A file is as good as the day it was imported; a connection is told by how long it has been there.
  const dayOf = (account: AccountRow) => (isLinked ? account.createdAt : account.updatedAt)
  const [first] = (isLinked ? accounts : files).toSorted((a, b) => dayOf(a).getTime() - dayOf(b).getTime())
  if (!first) throw new Error('There is no picture without an account')
  const hasSample = isSample || accounts.some(({ source }) => source === 'sample')
  return {
    kind: hasSample ? 'sample' : isLinked ? 'live' : 'imported',
    broker: first.broker,
    accounts: accounts.length,
    brokers: new Set(accounts.map(({ broker }) => broker)).size,
    at: dayOf(first).toISOString(),
    until: null,
    isLinked,
  }
}
