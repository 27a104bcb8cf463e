// Deterministic daily prices: a smooth curve with small steps between known closes, then a random walk.
import { Decimal } from 'decimal.js'
import { seededRandom } from './seeded-random.ts'
import { type Day, tradingDayUntil } from './trading-days.ts'
import { CLOSE_DAYS, type Security } from './securities.ts'

const LAST = CLOSE_DAYS.length - 1
const LAST_DAY = CLOSE_DAYS[LAST] ?? ''
const MONTHLY_RISE = 0.007
const MONTHLY_SWING = 0.06
const DAILY_SWING = 0.012

/** The close on a day, or on the last trading day before it, per share as counted on that day. */
export function priceOn(security: Security, day: Day): Decimal {
  const traded = tradingDayUntil(day)
  const step = Math.exp(DAILY_SWING * swing(security.symbol, traded))
  const price = new Decimal(smooth(security, traded) * step).times(laterSplits(security, traded))
  return price.toDecimalPlaces(2)
}

/** How many of today's shares one share of that day became through splits. */
export const laterSplits = ({ splits }: Security, day: Day): number =>
  splits.filter((split) => split.day > day).reduce((product, { ratio }) => product * ratio, 1)

/** The dividend per share of that day, if the security pays in this month. */
export function dividendOn(security: Security, day: Day): Decimal | null {
  const { dividend } = security
  if (!dividend?.months.includes(Number(day.slice(5, 7))) || day < (dividend.since ?? '')) return null
  const growth = 1.04 ** (Number(day.slice(0, 4)) - 2024)
  return new Decimal(dividend.perShare).times(growth).times(laterSplits(security, day)).toDecimalPlaces(4)
}

function smooth(security: Security, day: Day): number {
  const [first = 1] = security.closes
  if (day >= LAST_DAY) return walk(security, day)
  const next = CLOSE_DAYS.findIndex((one) => one > day)
  if (next === 0) return first
  const from = security.closes[next - 1] ?? first
  const to = security.closes[next] ?? first
  return from * (to / from) ** share(CLOSE_DAYS[next - 1] ?? '', day, CLOSE_DAYS[next] ?? '')
}

function walk(security: Security, day: Day): number {
  const month = monthOf(day)
  const from = monthEnd(security, month - 1)
  const to = monthEnd(security, month)
  const start = `${day.slice(0, 8)}01`
  return from * (to / from) ** share(start, day, dayOfMonth(month + 1))
}

const ends = new Map<string, number>()
/** A monthly random walk from the last known close. */
function monthEnd(security: Security, month: number): number {
  if (month <= monthOf(LAST_DAY)) return security.closes[LAST] ?? 1
  const name = `${security.symbol} ${month}`
  const kept = ends.get(name)
  if (kept !== undefined) return kept
  const step = MONTHLY_RISE + MONTHLY_SWING * swing(security.symbol, month)
  const end = monthEnd(security, month - 1) * Math.exp(step)
  ends.set(name, end)
  return end
}

const swing = (...parts: (string | number)[]) => 2 * seededRandom('price', ...parts) - 1
const monthOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const dayOfMonth = (month: number): Day =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
const share = (from: Day, day: Day, to: Day) =>
  (Date.parse(day) - Date.parse(from)) / (Date.parse(to) - Date.parse(from))
