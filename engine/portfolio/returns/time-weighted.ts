// The time-weighted return: independent of deposits and withdrawals, linked day by day.
import { Decimal } from 'decimal.js'
import { annualized } from './annualized.ts'
import { dayNumber, dayOf, daysBetween } from '#engine/market/calendar-day.ts'
import { openCapitalAtWork } from './capital-at-work.ts'
import type { DailyValue } from '../valuation/daily-values.ts'
import { capitalAndGain } from './modified-dietz.ts'

export type DayReturn = { day: string; ratio: number }
/**
 * Why there is no total. `nothing_invested`: no money ever came in. `began_in_debt`: the account was worth nothing or
 * less when its record began.
 */
export type NoReturn = 'nothing_invested' | 'began_in_debt'
/** All returns are ratios: 0.05 is five percent. */
export type TimeWeighted = {
  /** Since the first day on record, never below −1. Null if there is none; `noReturn` has the reason. */
  total: number | null
  noReturn: NoReturn | null
  /** `total` per year. Null for less than one year. */
  annualized: number | null
  /** The return since the first day, on each day on record. */
  curve: { day: string; cumulative: number }[]
  /** Returns of single days with capital. Days that Modified Dietz covers together are only in the curve. */
  returns: DayReturn[]
  /** Calendar days from the first day of the curve to its last, both included. */
  daysOnRecord: number
  /** Whether values of some days are missing, so that Modified Dietz stands in for them. */
  isEstimated: boolean
}
type Known = DailyValue & { value: Decimal }

const ZERO = new Decimal(0)
/** How long, in calendar days, a purchase may wait for the deposit that pays for it: settlement and bank holidays. */
const DEPOSIT_WITHIN_DAYS = 7

/**
 * r = (end value + outflows) / (start value + inflows) − 1 for each day; inflows count at the start of their day,
 * outflows at the end. The total is Π (1 + r) − 1. Source: CFA Institute, GIPS standards 2020, section 2.A
 * (time-weighted returns); CFA Program curriculum, "Rates and Returns", time-weighted rate of return. `days` ascend.
 *
 * An (almost) empty account has no base: its late dividends, interest and fees are measured against the
 * capital that was invested before (`capital-at-work.ts`, docs/decisions/0011). Gains on credit are measured against
 * the deposit that pays for the purchase. A total loss is −1 and remains so even if new money comes in; what is
 * recovered before that counts over the joined days.
 */
export function timeWeighted(days: readonly DailyValue[]): TimeWeighted {
  const record = openRecord()
  let start = ZERO
  let since = ''
  let period: DailyValue[] = []
  for (const today of days) {
    period.push(today)
    if (!isKnown(today)) continue
    const first = period[0]?.day ?? today.day
    // The days before a single day, such as a weekend, had neither flows nor prices.
    const from = period.length === 1 || since === '' ? dayOf(dayNumber(first) - 1) : since
    const { invested, gain } = capitalAndGain(from, today.day, start, today.value, period)
    const hasInflow = period.some(({ inflow }) => inflow.greaterThan(0))
    const income = period.reduce((sum, day) => sum.plus(day.income ?? ZERO), ZERO)
    record.add({ first, day: today.day, days: period.length, start, invested, gain, income, hasInflow })
    ;[start, since, period] = [today.value, today.day, []]
  }
  return record.result()
}

const nearerZero = (one: Decimal, other: Decimal) => (one.abs().lessThan(other.abs()) ? one : other)

const isKnown = (day: DailyValue): day is Known => day.value !== null

type Period = {
  first: string
  day: string
  /** The number of valued days it covers. */
  days: number
  /** The account's value before it. */
  start: Decimal
  invested: Decimal
  gain: Decimal
  income: Decimal
  hasInflow: boolean
}

type Loss = { growth: number; base: Decimal; gain: Decimal; isFinal: boolean }

const growthFactor = (ratio: number) => Math.max(0, 1 + ratio)

function openRecord() {
  const curve: TimeWeighted['curve'] = []
  const returns: DayReturn[] = []
  const atWork = openCapitalAtWork()
  let growth = 1
  let noReturn: NoReturn | null = 'nothing_invested'
  let isEstimated = false
  let lost: Loss | null = null
  let first = ''
  /** Gains on credit that aren't measured against anything yet. */
  let carried = { gain: ZERO, since: '' }

  const carry = (gain: Decimal, day: string) => {
    carried = { gain: carried.gain.plus(gain), since: carried.since || day }
  }
  const isOverdue = (day: string) =>
    carried.since !== '' && daysBetween(carried.since, day) > DEPOSIT_WITHIN_DAYS

  /** The invested capital without the carried gain, as far as that gain is still in the account. */
  const baseOf = ({ invested, start }: Pick<Period, 'invested' | 'start'>) => {
    const isStillInvested = start.times(carried.gain).greaterThan(0)
    return isStillInvested ? invested.minus(nearerZero(start, carried.gain)) : invested
  }

  /** Adds a period before the first deposit. Its dividends aren't a return, because nothing was invested. */
  function addBeforeDeposit({ day, gain, income }: Period): void {
    const earned = gain.minus(Decimal.max(income, 0))
    if (!earned.isZero()) carry(earned, day)
  }

  function beginRecord(period: Period): boolean {
    const isInDebt = isOverdue(period.day) || baseOf(period).lessThanOrEqualTo(0)
    noReturn = isInDebt ? 'began_in_debt' : null
    first = period.first
    return !isInDebt
  }

  /** `base`: the capital of the period, or null if there was none. */
  function ratioOf(period: Period): { ratio: number; base: Decimal | null } {
    const base = baseOf(period)
    if (!atWork.isFunded(base, growth)) return ofAlmostEmpty(period)
    const ratio = period.gain.plus(carried.gain).div(base).toNumber()
    carried = { gain: ZERO, since: '' }
    atWork.add(base, growth)
    return { ratio, base }
  }

  function ofAlmostEmpty({ day, invested, gain, income }: Period): { ratio: number; base: Decimal | null } {
    const before = atWork.recentPeak(growth)
    const moved = gain.minus(income)
    // A loss of the whole remainder can't be linked, so it is joined with the period before, like other remainders.
    const hasCapital = atWork.isMoreThanRemainder(invested, growth) && moved.plus(invested).greaterThan(0)
    let ratio = income.toNumber() / before
    if (hasCapital) {
      ratio += moved.div(invested).toNumber()
      atWork.add(invested, growth)
    } else if (invested.greaterThan(0)) ratio += moved.toNumber() / before
    else if (!moved.isZero()) carry(moved, day)
    if (isOverdue(day)) {
      ratio += carried.gain.toNumber() / before
      carried = { gain: ZERO, since: '' }
    }
    return { ratio, base: hasCapital ? invested : null }
  }

  /** After a total loss: what was lost, and what came back since without new money. */
  function recover(loss: Loss, { gain, hasInflow }: Period): void {
    loss.isFinal ||= hasInflow
    if (loss.isFinal) return
    loss.gain = loss.gain.plus(gain)
    growth = loss.growth * growthFactor(loss.gain.div(loss.base).toNumber())
    if (growth > 0) lost = null
  }

  function addReturn(period: Period): void {
    const { ratio, base } = ratioOf(period)
    if (ratio <= -1)
      lost = { growth, base: base ?? ZERO, gain: base?.times(ratio) ?? ZERO, isFinal: base === null }
    growth *= growthFactor(ratio)
    if (period.days > 1) isEstimated = true
    else if (base !== null || ratio !== 0) returns.push({ day: period.day, ratio: Math.max(-1, ratio) })
  }

  return {
    add(period: Period): void {
      if (noReturn === 'began_in_debt') return
      if (noReturn !== null && !period.hasInflow) return addBeforeDeposit(period)
      if (noReturn !== null && !beginRecord(period)) return
      if (lost) recover(lost, period)
      else addReturn(period)
      curve.push({ day: period.day, cumulative: growth - 1 })
    },
    result(): TimeWeighted {
      const last = curve.at(-1)?.day
      const total = last && noReturn === null ? growth - 1 : null
      const daysOnRecord = last ? daysBetween(first, last) + 1 : 0
      return {
        total,
        noReturn,
        annualized: annualized(total, daysOnRecord),
        curve,
        returns,
        daysOnRecord,
        isEstimated,
      }
    },
  }
}
