// The return of an account's investments, whatever was paid in and out: time-weighted, linked day by day.
import { Decimal } from 'decimal.js'
import { annualised } from './annualised.ts'
import { dayNumber, dayOf, daysBetween } from './calendar-day.ts'
import type { DailyValue } from './daily-values.ts'
import { modifiedDietz } from './modified-dietz.ts'

export type DayReturn = { day: string; ratio: number }
/** All returns are ratios: 0.05 is five percent. */
export type TimeWeighted = {
  /** Since the first day on record; null where it can't be said. */
  total: number | null
  /** `total` per year; null under one year on record. */
  annualised: number | null
  /** The return since the first day on each day on record, up to where it can't be said any more. */
  curve: { day: string; cumulative: number }[]
  /** Of single days; those that Modified Dietz covers together are only in the curve. */
  returns: DayReturn[]
  /** Calendar days from the first day of the curve to its last, both counted. */
  daysOnRecord: number
  /** Whether values of some days are missing, so that Modified Dietz stands in for them. */
  isEstimated: boolean
}
type Known = DailyValue & { value: Decimal }

const ZERO = new Decimal(0)
/** With less than this part of the most it ever had invested, an account is empty. */
const EMPTY_BELOW = 1e-4

/**
 * r = (end value + outflows) / (start value + inflows) − 1 for each day, an inflow counted at its start and an outflow
 * at its end; the total is Π (1 + r) − 1. Source: CFA Institute, GIPS standards 2020, section 2.A (time-weighted
 * returns); CFA Program curriculum, "Rates and Returns", time-weighted rate of return. `days` ascend.
 *
 * After a start value below zero, or a loss of more than everything, there is no total. An empty account rests until
 * money comes in; what happened meanwhile (a late dividend, a purchase before its deposit) counts on that day.
 */
export function timeWeighted(days: readonly DailyValue[]): TimeWeighted {
  const curve: TimeWeighted['curve'] = []
  const returns: DayReturn[] = []
  let growth = 1
  let [start, most, late] = [ZERO, ZERO, ZERO]
  let [isEmpty, isLost, isEstimated] = [true, false, false]
  let [first, since] = ['', '']
  let stretch: DailyValue[] = []
  for (const today of days) {
    if (isEmpty && stretch.length === 0) {
      if (today.inflow.isZero()) {
        late = late.plus(today.outflow)
        if (first) curve.push({ day: today.day, cumulative: growth - 1 })
        continue
      }
      first ||= today.day
      since = dayOf(dayNumber(today.day) - 1)
    }
    stretch.push(today)
    if (!isKnown(today)) continue
    const ratio = start.isNegative() && !isEmpty ? null : returnOf(since, start, stretch, today, late)
    isLost = ratio === null
    if (ratio === null) break
    growth *= 1 + ratio
    curve.push({ day: today.day, cumulative: growth - 1 })
    if (stretch.length === 1) returns.push({ day: today.day, ratio })
    else isEstimated = true
    most = stretch.reduce((sum, { inflow }) => Decimal.max(sum, inflow.plus(start)), most)
    ;[start, since, late, stretch] = [today.value, today.day, ZERO, []]
    isEmpty = start.abs().lessThan(most.times(EMPTY_BELOW))
  }
  const last = curve.at(-1)?.day
  const total = isLost || !last ? null : growth - 1
  const daysOnRecord = last ? daysBetween(first, last) + 1 : 0
  return { total, annualised: annualised(total, daysOnRecord), curve, returns, daysOnRecord, isEstimated }
}

const isKnown = (day: DailyValue): day is Known => day.value !== null

/** From the end of the day `since`, when the account was worth `start`, to the end of `today`. `late`: paid out before. */
function returnOf(
  since: string,
  start: Decimal,
  stretch: readonly DailyValue[],
  { day, value, inflow, outflow }: Known,
  late: Decimal,
): number | null {
  if (stretch.length > 1) return modifiedDietz(since, day, start, value.plus(late), stretch)
  const invested = start.plus(inflow)
  const left = value.plus(outflow).plus(late)
  if (invested.lessThanOrEqualTo(0) || left.isNegative()) return null
  return left.div(invested).minus(1).toNumber()
}
