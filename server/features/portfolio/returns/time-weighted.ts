// The time-weighted return: independent of deposits and withdrawals, linked day by day.
import { Decimal } from 'decimal.js'
import { annualized } from './annualized.ts'
import { dayNumber, dayOf, daysBetween } from '#server/market/calendar-day.ts'
import { openCapitalAtWork } from './capital-at-work.ts'
import type { DailyValue } from '../valuation/daily-values.ts'
import { capitalAndGain } from './modified-dietz.ts'

export type DayReturn = { day: string; ratio: number }
/** Why there is no total. `nothing_invested`: no money ever came in; `began_in_debt`: the account was worth nothing or less when its record began. */
export type NoReturn = 'nothing_invested' | 'began_in_debt'
/** All returns are ratios: 0.05 is five percent. */
export type TimeWeighted = {
  /** Since the first day on record, never below −1; null where there is none, for the reason in `noReturn`. */
  total: number | null
  noReturn: NoReturn | null
  /** `total` per year; null under one year on record. */
  annualized: number | null
  /** The return since the first day, on each day on record. */
  curve: { day: string; cumulative: number }[]
  /** Of single days with capital; those that Modified Dietz covers together are only in the curve. */
  returns: DayReturn[]
  /** Calendar days from the first day of the curve to its last, both counted. */
  daysOnRecord: number
  /** Whether values of some days are missing, so that Modified Dietz stands in for them. */
  isEstimated: boolean
}
type Known = DailyValue & { value: Decimal }

const ZERO = new Decimal(0)
/** So long, in calendar days, a purchase may wait for the deposit that pays for it: settlement and bank holidays. */
const DEPOSIT_WITHIN_DAYS = 7

/**
 * r = (end value + outflows) / (start value + inflows) − 1 for each day, an inflow counted at its start and an outflow
 * at its end; the total is Π (1 + r) − 1. Source: CFA Institute, GIPS standards 2020, section 2.A (time-weighted
 * returns); CFA Program curriculum, "Rates and Returns", time-weighted rate of return. `days` ascend.
 *
 * An account that is (almost) empty has no base of its own: its late dividends, interest and fees are measured against
 * the capital that was at work before (`capital-at-work.ts`, docs/decisions/0011). What was bought on credit counts
 * against the deposit that pays for it. A loss of everything is −1; it stays so once new money comes in, and until then
 * what comes back counts over the joined days.
 */
export function timeWeighted(days: readonly DailyValue[]): TimeWeighted {
  const record = openRecord()
  let start = ZERO
  let since = ''
  let stretch: DailyValue[] = []
  for (const today of days) {
    stretch.push(today)
    if (!isKnown(today)) continue
    const first = stretch[0]?.day ?? today.day
    // The days before a single day, such as a weekend, had neither flows nor prices.
    const from = stretch.length === 1 || since === '' ? dayOf(dayNumber(first) - 1) : since
    const { invested, gain } = capitalAndGain(from, today.day, start, today.value, stretch)
    const hasInflow = stretch.some(({ inflow }) => inflow.greaterThan(0))
    const income = stretch.reduce((sum, day) => sum.plus(day.income ?? ZERO), ZERO)
    record.add({ first, day: today.day, days: stretch.length, start, invested, gain, income, hasInflow })
    ;[start, since, stretch] = [today.value, today.day, []]
  }
  return record.result()
}

const nearerZero = (one: Decimal, other: Decimal) => (one.abs().lessThan(other.abs()) ? one : other)

const isKnown = (day: DailyValue): day is Known => day.value !== null

type Period = {
  first: string
  day: string
  /** How many valued days it covers. */
  days: number
  /** What the account was worth before it. */
  start: Decimal
  invested: Decimal
  gain: Decimal
  income: Decimal
  hasInflow: boolean
}

type Loss = { growth: number; base: Decimal; gain: Decimal; isFinal: boolean }

const grownBy = (ratio: number) => Math.max(0, 1 + ratio)

function openRecord() {
  const curve: TimeWeighted['curve'] = []
  const returns: DayReturn[] = []
  const atWork = openCapitalAtWork()
  let growth = 1
  let noReturn: NoReturn | null = 'nothing_invested'
  let isEstimated = false
  let lost: Loss | null = null
  let first = ''
  /** Gained on credit and not yet measured against anything. */
  let carried = { gain: ZERO, since: '' }

  const carry = (gain: Decimal, day: string) => {
    carried = { gain: carried.gain.plus(gain), since: carried.since || day }
  }
  const isOverdue = (day: string) =>
    carried.since !== '' && daysBetween(carried.since, day) > DEPOSIT_WITHIN_DAYS

  /** What was invested without the carried gain, as far as that is still in the account. */
  const baseOf = ({ invested, start }: Pick<Period, 'invested' | 'start'>) => {
    const isThere = start.times(carried.gain).greaterThan(0)
    return isThere ? invested.minus(nearerZero(start, carried.gain)) : invested
  }

  /** Before the first deposit: what came in as a dividend is no return, for nothing was invested. */
  function wait({ day, gain, income }: Period): void {
    const earned = gain.minus(Decimal.max(income, 0))
    if (!earned.isZero()) carry(earned, day)
  }

  function begin(period: Period): boolean {
    const isInDebt = isOverdue(period.day) || baseOf(period).lessThanOrEqualTo(0)
    noReturn = isInDebt ? 'began_in_debt' : null
    first = period.first
    return !isInDebt
  }

  /** `base`: the capital that was there; null where there was none. */
  function ratioOf(period: Period): { ratio: number; base: Decimal | null } {
    const base = baseOf(period)
    if (!atWork.isFunded(base, growth)) return ofAlmostEmpty(period)
    const ratio = period.gain.plus(carried.gain).div(base).toNumber()
    carried = { gain: ZERO, since: '' }
    atWork.add(base, growth)
    return { ratio, base }
  }

  function ofAlmostEmpty({ day, invested, gain, income }: Period): { ratio: number; base: Decimal | null } {
    const before = atWork.most(growth)
    const moved = gain.minus(income)
    // A loss of all that was left can't be linked, so it is joined with what was there before, as a rest is.
    const hasCapital = atWork.isMoreThanRest(invested, growth) && moved.plus(invested).greaterThan(0)
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

  /** What everything was lost of, and what has come back of it since without new money. */
  function comeBack(loss: Loss, { gain, hasInflow }: Period): void {
    loss.isFinal ||= hasInflow
    if (loss.isFinal) return
    loss.gain = loss.gain.plus(gain)
    growth = loss.growth * grownBy(loss.gain.div(loss.base).toNumber())
    if (growth > 0) lost = null
  }

  function grow(period: Period): void {
    const { ratio, base } = ratioOf(period)
    if (ratio <= -1)
      lost = { growth, base: base ?? ZERO, gain: base?.times(ratio) ?? ZERO, isFinal: base === null }
    growth *= grownBy(ratio)
    if (period.days > 1) isEstimated = true
    else if (base !== null || ratio !== 0) returns.push({ day: period.day, ratio: Math.max(-1, ratio) })
  }

  return {
    add(period: Period): void {
      if (noReturn === 'began_in_debt') return
      if (noReturn !== null && !period.hasInflow) return wait(period)
      if (noReturn !== null && !begin(period)) return
      if (lost) comeBack(lost, period)
      else grow(period)
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
