// Compares the calculated value of an account with the net asset value its broker's statements report.
import type { Decimal } from 'decimal.js'
import type { Statement } from '../activity.ts'
import { exchangeDayOn } from '#engine/market/exchange-days.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import type { DailyValue } from '../valuation/daily-values.ts'
import type { RateOn } from '#engine/market/exchange-rates.ts'

/** Smaller differences are dividends and interest that a broker accrues before payment. */
const TOLERANCE = 0.01

/** The record's value against the statement's at a day's close, such as "+3.2%". */
export type ValueDifference = { day: string; percent: string }

/**
 * Each closing net asset value that the record misses by more than 1 %. `days`: the account's values in the base
 * currency; `rateOn` converts into it. With sample prices, only statements that price every position can be compared.
 */
export function valueDifferences(
  statements: readonly Statement[],
  days: readonly DailyValue[],
  rateOn: RateOn,
  isSample: boolean,
): ValueDifference[] {
  return statements.flatMap(({ to, closing: { netAssetValue, positions } }) => {
    const day = exchangeDayOn(to)
    const value = days.find((one) => one.day === day)?.value
    const rate = netAssetValue && rateOn(netAssetValue.currency, day)
    const reported: Decimal | null = rate && netAssetValue.amount.times(rate)
    const isPriced = positions?.every(({ price }) => price !== null) ?? false
    if (!value || !reported?.greaterThan(0) || (isSample && !isPriced)) return []
    const difference = value.div(reported).minus(1).toNumber()
    return Math.abs(difference) > TOLERANCE ? [{ day: to, percent: signedPercent(difference) }] : []
  })
}
