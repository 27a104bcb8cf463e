// Simulates one day of an investor with a plan, from the current holdings. The same seed gives the same day.
import { Decimal } from 'decimal.js'
import { type Ledger, applyActivity, type Activity } from './ledger.ts'
import { seededRandom, seededChoice } from './seeded-random.ts'
import { type Day, isMonthly, isTradingDay } from './trading-days.ts'
import { dividendOn, priceOn } from './prices.ts'
import { type Currency, securityOf } from './securities.ts'

export type TradingPlan = {
  currency: Currency
  /** Bought in equal parts on the first day. */
  tickers: string[]
  opening: number
  monthly: number
  /** Expected purchases per trading day. */
  buysADay: number
  /** The largest part of the cash that one purchase takes. */
  largestBuy: number
  /** Symbols whose dividends are reinvested. */
  reinvests: string[]
}
type DraftActivity = Pick<Activity, 'type' | 'text'> & {
  symbol?: string
  units?: Decimal
  price?: Decimal
  amount: Decimal
}
export type SimulatedDay = {
  plan: TradingPlan
  seed: string
  day: Day
  opened: Day
  ledger: Ledger
  /** The last activity's time, which may be earlier the same day. */
  after?: string | undefined
}

const STEP_MS = 7 * 60_000
const DEPOSIT_DAY = 3
const WITHDRAWAL_DAY = 5
const DIVIDEND_DAY = 15
const FEE_DAY = 20
const SALES_A_DAY = 0.025
const SMALLEST_BUY = 10
const YEARLY_INTEREST = 0.012
const YEARLY_FEE = 15

/** Returns the day's activities in order and applies them to the ledger. */
export function simulateDay(simulated: SimulatedDay): Activity[] {
  const { day, ledger, after } = simulated
  const entries: Activity[] = []
  const lastMoment = Date.parse(`${day}T23:59:59.999Z`)
  // Starts when the exchange opens, or after an activity that a test added the same day.
  let next = Math.max(Date.parse(`${day}T14:35:00Z`), after === undefined ? 0 : Date.parse(after) + STEP_MS)
  const queueWebhook = ({ type, text, symbol, units, price, amount }: DraftActivity): void => {
    const activity: Activity = {
      type,
      symbol: symbol ?? null,
      units: (units ?? new Decimal(0)).toFixed(),
      price: (price ?? new Decimal(0)).toFixed(),
      amount: amount.toFixed(2),
      day,
      at: new Date(Math.min(next, lastMoment)).toISOString(),
      text,
    }
    next += STEP_MS
    applyActivity(ledger, activity)
    entries.push(activity)
  }
  for (const visibleActivities of splits(simulated)) queueWebhook(visibleActivities)
  if (!isTradingDay(day)) return entries
  for (const visibleActivities of money(simulated)) queueWebhook(visibleActivities)
  for (const visibleActivities of dividends(simulated)) queueWebhook(visibleActivities)
  for (const visibleActivities of trades(simulated)) queueWebhook(visibleActivities)
  return entries
}

function* splits({ day, ledger }: SimulatedDay): Generator<DraftActivity> {
  for (const [symbol, { units }] of ledger.held) {
    const split = securityOf(symbol).splits.find((one) => one.day === day)
    if (!split) continue
    const text = `${symbol} ${split.ratio} FOR 1 STOCK SPLIT`
    yield { type: 'SPLIT', symbol, units: units.times(split.ratio - 1), amount: new Decimal(0), text }
  }
}

function* money({ plan, day, opened, ledger }: SimulatedDay): Generator<DraftActivity> {
  if (day === opened) {
    yield { type: 'CONTRIBUTION', amount: new Decimal(plan.opening), text: 'OPENING DEPOSIT' }
    return
  }
  if (isMonthly(day, 1)) {
    const interest = ledger.cash.times(YEARLY_INTEREST / 12).toDecimalPlaces(2)
    if (interest.greaterThan(0)) yield { type: 'INTEREST', amount: interest, text: 'INTEREST ON CASH' }
  }
  if (isMonthly(day, DEPOSIT_DAY) && plan.monthly > 0) {
    yield { type: 'CONTRIBUTION', amount: new Decimal(plan.monthly), text: 'ELECTRONIC FUNDS TRANSFER IN' }
  }
  const months = monthsBetween(opened, day)
  if (isMonthly(day, WITHDRAWAL_DAY) && months > 0 && months % 14 === 0) {
    const amount = Decimal.min(ledger.cash, plan.monthly / 2).floor()
    if (amount.greaterThan(0)) {
      yield { type: 'WITHDRAWAL', amount: amount.negated(), text: 'ELECTRONIC FUNDS TRANSFER OUT' }
    }
  }
  if (isMonthly(day, FEE_DAY) && day.slice(5, 7) === '12' && ledger.cash.greaterThan(YEARLY_FEE)) {
    yield { type: 'FEE', amount: new Decimal(-YEARLY_FEE), text: 'ANNUAL ACCOUNT FEE' }
  }
}

function* dividends({ plan, day, ledger }: SimulatedDay): Generator<DraftActivity> {
  if (!isMonthly(day, DIVIDEND_DAY)) return
  for (const [symbol, { units }] of ledger.held) {
    const security = securityOf(symbol)
    const perShare = dividendOn(security, day)
    const amount = perShare?.times(units).toDecimalPlaces(2)
    if (!amount?.greaterThan(0)) continue
    yield { type: 'DIVIDEND', symbol, amount, text: `CASH DIVIDEND ${symbol}` }
    if (plan.reinvests.includes(symbol)) {
      const price = priceOn(security, day)
      const more = amount.div(price).toDecimalPlaces(6, Decimal.ROUND_DOWN)
      if (more.isZero()) continue
      yield {
        type: 'REI',
        symbol,
        units: more,
        price,
        amount: cost(more, price),
        text: `REINVESTED ${symbol}`,
      }
    }
  }
}

function* trades(simulated: SimulatedDay): Generator<DraftActivity> {
  const { plan, seed, day, opened, ledger } = simulated
  if (day === opened) {
    const share = ledger.cash.times(0.8).div(plan.tickers.length)
    for (const symbol of plan.tickers) yield* buy(symbol, day, share)
    return
  }
  if (seededRandom(seed, day, 'sells') < SALES_A_DAY) yield* sale(simulated)
  const buys = Math.floor(plan.buysADay + seededRandom(seed, day, 'buys'))
  for (let count = 0; count < buys; count += 1) {
    const symbol = seededChoice(plan.tickers, seed, day, 'which', count)
    const part = plan.largestBuy * (0.3 + 0.7 * seededRandom(seed, day, 'how much', count))
    if (symbol !== undefined) yield* buy(symbol, day, ledger.cash.times(part))
  }
}

function* buy(symbol: string, day: Day, spend: Decimal): Generator<DraftActivity> {
  if (spend.lessThan(SMALLEST_BUY)) return
  const price = priceOn(securityOf(symbol), day)
  const units = spend.div(price).toDecimalPlaces(4, Decimal.ROUND_DOWN)
  if (units.isZero()) return
  yield { type: 'BUY', symbol, units, price, amount: cost(units, price), text: `BOUGHT ${symbol}` }
}

/** Never sells the whole position, so that each security stays in the history. */
function* sale({ seed, day, ledger }: SimulatedDay): Generator<DraftActivity> {
  const symbol = seededChoice([...ledger.held.keys()].toSorted(), seed, day, 'sold')
  const held = symbol === undefined ? undefined : ledger.held.get(symbol)
  if (symbol === undefined || !held) return
  const units = held.units.times(0.1 + 0.4 * seededRandom(seed, day, 'sold part')).toDecimalPlaces(4)
  if (units.lessThanOrEqualTo(0) || units.greaterThanOrEqualTo(held.units)) return
  const price = priceOn(securityOf(symbol), day)
  const amount = cost(units, price).negated()
  yield { type: 'SELL', symbol, units: units.negated(), price, amount, text: `SOLD ${symbol}` }
}

const cost = (units: Decimal, price: Decimal) => units.times(price).toDecimalPlaces(2).negated()
const monthsBetween = (from: Day, to: Day) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
