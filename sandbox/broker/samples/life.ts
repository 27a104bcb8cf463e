// What an investor with a plan does on one day, given what they hold: the same seed lives the same life.
import { Decimal } from 'decimal.js'
import { type Book, enter, type Entry } from './book.ts'
import { chanceOf, choiceOf } from './chance.ts'
import { type Day, isMonthly, isTradingDay } from './days.ts'
import { dividendOn, priceOn } from './prices.ts'
import { type Currency, securityOf } from './securities.ts'

export type Plan = {
  currency: Currency
  /** Some of each are bought on the first day. */
  tickers: string[]
  opening: number
  monthly: number
  /** How many purchases to expect on a trading day. */
  buysADay: number
  /** The part of the cash a purchase takes, at most. */
  largestBuy: number
  /** Whose dividends buy more of the same. */
  reinvests: string[]
}
type Told = Pick<Entry, 'type' | 'text'> & {
  symbol?: string
  units?: Decimal
  price?: Decimal
  amount: Decimal
}
export type Today = {
  plan: Plan
  seed: string
  day: Day
  opened: Day
  book: Book
  /** What was booked last, which may have been today already. */
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

/** The day's activities in their order, booked already. */
export function liveDay(today: Today): Entry[] {
  const { day, book, after } = today
  const entries: Entry[] = []
  const lastMoment = Date.parse(`${day}T23:59:59.999Z`)
  // From the opening of the exchange on, or from what a test had happen this day.
  let next = Math.max(Date.parse(`${day}T14:35:00Z`), after === undefined ? 0 : Date.parse(after) + STEP_MS)
  const tell = ({ type, text, symbol, units, price, amount }: Told): void => {
    const entry: Entry = {
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
    enter(book, entry)
    entries.push(entry)
  }
  for (const told of splits(today)) tell(told)
  if (!isTradingDay(day)) return entries
  for (const told of money(today)) tell(told)
  for (const told of dividends(today)) tell(told)
  for (const told of trades(today)) tell(told)
  return entries
}

function* splits({ day, book }: Today): Generator<Told> {
  for (const [symbol, { units }] of book.held) {
    const split = securityOf(symbol).splits.find((one) => one.day === day)
    if (!split) continue
    const text = `${symbol} ${split.ratio} FOR 1 STOCK SPLIT`
    yield { type: 'SPLIT', symbol, units: units.times(split.ratio - 1), amount: new Decimal(0), text }
  }
}

function* money({ plan, day, opened, book }: Today): Generator<Told> {
  if (day === opened) {
    yield { type: 'CONTRIBUTION', amount: new Decimal(plan.opening), text: 'OPENING DEPOSIT' }
    return
  }
  if (isMonthly(day, 1)) {
    const interest = book.cash.times(YEARLY_INTEREST / 12).toDecimalPlaces(2)
    if (interest.greaterThan(0)) yield { type: 'INTEREST', amount: interest, text: 'INTEREST ON CASH' }
  }
  if (isMonthly(day, DEPOSIT_DAY) && plan.monthly > 0) {
    yield { type: 'CONTRIBUTION', amount: new Decimal(plan.monthly), text: 'ELECTRONIC FUNDS TRANSFER IN' }
  }
  const months = monthsBetween(opened, day)
  if (isMonthly(day, WITHDRAWAL_DAY) && months > 0 && months % 14 === 0) {
    const amount = Decimal.min(book.cash, plan.monthly / 2).floor()
    if (amount.greaterThan(0)) {
      yield { type: 'WITHDRAWAL', amount: amount.negated(), text: 'ELECTRONIC FUNDS TRANSFER OUT' }
    }
  }
  if (isMonthly(day, FEE_DAY) && day.slice(5, 7) === '12' && book.cash.greaterThan(YEARLY_FEE)) {
    yield { type: 'FEE', amount: new Decimal(-YEARLY_FEE), text: 'ANNUAL ACCOUNT FEE' }
  }
}

function* dividends({ plan, day, book }: Today): Generator<Told> {
  if (!isMonthly(day, DIVIDEND_DAY)) return
  for (const [symbol, { units }] of book.held) {
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

function* trades(today: Today): Generator<Told> {
  const { plan, seed, day, opened, book } = today
  if (day === opened) {
    const share = book.cash.times(0.8).div(plan.tickers.length)
    for (const symbol of plan.tickers) yield* buy(symbol, day, share)
    return
  }
  if (chanceOf(seed, day, 'sells') < SALES_A_DAY) yield* sale(today)
  const buys = Math.floor(plan.buysADay + chanceOf(seed, day, 'buys'))
  for (let count = 0; count < buys; count += 1) {
    const symbol = choiceOf(plan.tickers, seed, day, 'which', count)
    const part = plan.largestBuy * (0.3 + 0.7 * chanceOf(seed, day, 'how much', count))
    if (symbol !== undefined) yield* buy(symbol, day, book.cash.times(part))
  }
}

function* buy(symbol: string, day: Day, spend: Decimal): Generator<Told> {
  if (spend.lessThan(SMALLEST_BUY)) return
  const price = priceOn(securityOf(symbol), day)
  const units = spend.div(price).toDecimalPlaces(4, Decimal.ROUND_DOWN)
  if (units.isZero()) return
  yield { type: 'BUY', symbol, units, price, amount: cost(units, price), text: `BOUGHT ${symbol}` }
}

/** Never all of it, so that each security has a history to its end. */
function* sale({ seed, day, book }: Today): Generator<Told> {
  const symbol = choiceOf([...book.held.keys()].toSorted(), seed, day, 'sold')
  const held = symbol === undefined ? undefined : book.held.get(symbol)
  if (symbol === undefined || !held) return
  const units = held.units.times(0.1 + 0.4 * chanceOf(seed, day, 'sold part')).toDecimalPlaces(4)
  if (units.lessThanOrEqualTo(0) || units.greaterThanOrEqualTo(held.units)) return
  const price = priceOn(securityOf(symbol), day)
  const amount = cost(units, price).negated()
  yield { type: 'SELL', symbol, units: units.negated(), price, amount, text: `SOLD ${symbol}` }
}

const cost = (units: Decimal, price: Decimal) => units.times(price).toDecimalPlaces(2).negated()
const monthsBetween = (from: Day, to: Day) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
