// The money-weighted return: the internal rate of return of the deposits and withdrawals.
import { Decimal } from 'decimal.js'
import { YEAR_DAYS } from './annualized.ts'
import { dayNumber, dayOf, daysBetween } from '#engine/market/calendar-day.ts'
import type { DailyValue } from '../valuation/daily-values.ts'

/** `amount`: from the owner's view, so deposits are negative and withdrawals positive. All in one currency. */
export type CashFlow = { day: string; amount: number }
/**
 * Ratios. `annual`: the yearly rate, which is XIRR by definition, null if no double can hold it. `period`: the return
 * over all `days` from the first flow to the last. For less than a year, only `period` may be shown.
 */
export type MoneyWeighted = { annual: number | null; period: number; days: number }

/**
 * The search variable is y = ln(1 + period return), so that nothing overflows in short periods: −300 leaves a fraction
 * of 10⁻¹³⁰, 300 makes 10¹³⁰ times the deposit. Steps are fine around zero, where two solutions may be close together.
 */
const SEARCH_LIMIT = 300
const FINEST = 0.01
const COARSER = 1.03

/**
 * The rate r with Σ amount / (1 + r)^(days since the first flow / 365) = 0. Source: Microsoft, "XIRR function",
 * support.microsoft.com. Solved by bisection to the last digit, because Newton's method diverges near −100 %. Null if
 * no rate fits (nothing came back, or nothing was paid in), if several do, or if all flows are on one day.
 */
export function xirr(flows: readonly CashFlow[]): MoneyWeighted | null {
  const byDay = new Map<number, number>()
  for (const { day, amount } of flows) byDay.set(dayNumber(day), (byDay.get(dayNumber(day)) ?? 0) + amount)
  const net = [...byDay].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => a - b)
  const [first = 0] = net[0] ?? []
  const [last = 0] = net.at(-1) ?? []
  const days = last - first
  if (days === 0) return null
  const worth = (y: number) =>
    net.reduce((sum, [day, amount]) => sum + amount * Math.exp((-y * (day - first)) / days), 0)
  const [bracket, ...others] = brackets(worth, signChanges(net.map(([, amount]) => amount)))
  if (!bracket || others.length > 0) return null
  const y = halved(worth, bracket)
  const annual = Math.expm1((y * YEAR_DAYS) / days)
  return { annual: Number.isFinite(annual) ? annual : null, period: Math.expm1(y), days }
}

/**
 * The rate of an account with values on ascending `days`. An inflow at the start of a day counts as one at the end of
 * the day before. Null if `xirr` is null, or if the account was mostly empty.
 */
export function moneyWeighted(days: readonly DailyValue[]): MoneyWeighted | null {
  return isMostlyEmpty(days) ? null : xirr(flowsOf(days))
}

const HELD_PART = 0.75
/**
 * A fraction of the largest capital so far. Capital up to it is a remainder if it is due mostly to withdrawals and not
 * to losses.
 */
const REMAINDER_PART = 0.1
const WITHDRAWN_PART = 0.5

/**
 * Whether nearly all of the money was withdrawn on more than a quarter of the nights between the first flow and the
 * last. A rate compounds over all nights, so it would be misleading: a day trade of 1 % and then 100 dollars for a
 * month would be +60 %. Money that came late, or was lost, doesn't count as withdrawn: in that case the rate describes
 * the first dollars correctly.
 */
export function isMostlyEmpty(days: readonly DailyValue[]): boolean {
  const moved = flowsOf(days).filter(({ amount }) => amount !== 0)
  const [first, last] = [moved[0]?.day ?? '', moved.at(-1)?.day ?? '']
  let [peak, withdrawn] = [new Decimal(0), new Decimal(0)]
  let [held, all] = [0, 0]
  for (const [index, { day, value, inflow, outflow }] of days.entries()) {
    const atWork = value?.plus(outflow) ?? inflow
    if (atWork.greaterThanOrEqualTo(peak)) [peak, withdrawn] = [atWork, outflow]
    else withdrawn = withdrawn.plus(outflow).minus(inflow)
    const next = days[index + 1]?.day
    if (next === undefined || day < first || next > last) continue
    const nights = daysBetween(day, next)
    all += nights
    const isRemainder = value !== null && value.lessThanOrEqualTo(peak.times(REMAINDER_PART))
    if (!isRemainder || withdrawn.lessThan(peak.times(WITHDRAWN_PART))) held += nights
  }
  return held < all * HELD_PART
}

function flowsOf(days: readonly DailyValue[]): CashFlow[] {
  const lastKnown = days.findLastIndex(({ value }) => value !== null)
  return days.slice(0, lastKnown + 1).flatMap(({ day, value, inflow, outflow }, index) => {
    const left = index === lastKnown && value ? outflow.plus(value) : outflow
    return [
      { day: dayOf(dayNumber(day) - 1), amount: inflow.negated().toNumber() },
      { day, amount: left.toNumber() },
    ]
  })
}

const signChanges = (amounts: readonly number[]) =>
  amounts.filter((amount, index) => index > 0 && amount * (amounts[index - 1] ?? 0) < 0).length

type Bracket = readonly [low: number, high: number]

/** Ranges with one solution each. Flows that change direction once have at most one (Descartes' rule of signs). */
function brackets(worth: (y: number) => number, changes: number): Bracket[] {
  const steps = changes > 1 ? scale() : [-SEARCH_LIMIT, SEARCH_LIMIT]
  const found: Bracket[] = []
  for (const [index, y] of steps.entries()) {
    const [low, here] = [steps[index - 1] ?? y, worth(y)]
    if (here === 0) found.push([y, y])
    else if (worth(low) * here < 0) found.push([low, y])
  }
  return found
}

function scale(): number[] {
  const above: number[] = []
  for (let y = FINEST; y < SEARCH_LIMIT; y += Math.max(FINEST, y * (COARSER - 1))) above.push(y)
  above.push(SEARCH_LIMIT)
  return [...above.map((y) => -y).toReversed(), 0, ...above]
}

function halved(worth: (y: number) => number, [from, to]: Bracket): number {
  let [low, high] = [from, to]
  const lowSide = Math.sign(worth(low))
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    const here = Math.sign(worth(middle))
    if (here === 0) return middle
    if (here === lowSide) low = middle
    else high = middle
  }
}
