// The whole record of a connected account, made of what was kept, what its broker tells now, and what it holds.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/outside/broker/port.ts'
import type { Balance } from '#server/outside/broker/provider.ts'
import { dayNumber, dayOf } from '../calendar-day.ts'
import { type Book, readBook } from '../positions.ts'
import { cashRow, OPENING, openingOf, sharesRow } from './opening.ts'

const UNEXPLAINED = 'unexplained '
/** Brokers tell of a trade up to so much later than they show what it left; the explanation may still come. */
const EXPLAINED_WITHIN_DAYS = 7
const ZERO = new Decimal(0)
const SHARE = 1e-6
const CENT = 0.01

/**
 * What the broker tells replaces what it told of the same days; what is older than it tells stays. A first record
 * begins with what was there before; where that can't be worked out, today, with nothing but what is held. What is held
 * otherwise than the record says came in, or left, on the day it was seen: so that it is neither gain nor loss.
 */
export function recordOf(
  kept: readonly Activity[],
  told: readonly Activity[],
  balance: Balance,
  today: string,
): Activity[] {
  const rows = kept.length === 0 ? begun(told, balance, today) : continued(kept, told, today)
  const { book } = readBook(rows, { today })
  if (!book)
    return kept.length === 0 ? (openingOf([], balance, today) ?? []) : recordOf([], told, balance, today)
  return [...rows, ...unexplained(book, balance, (what) => firstSeen(kept, what, today))]
}

function begun(told: readonly Activity[], balance: Balance, today: string): Activity[] {
  const opening = openingOf(told, balance, today)
  const isWhole = opening !== null && readBook([...opening, ...told], { today }).book !== null
  return isWhole ? [...opening, ...told] : (openingOf([], positive(balance), today) ?? [])
}

/** Debts and shares sold short can't open a record: it is then one of what is owned. */
const positive = ({ positions, cash }: Balance): Balance => ({
  positions: positions.filter(({ quantity }) => quantity.isPositive()),
  cash: cash.filter(({ amount }) => amount.isPositive()),
})

function continued(kept: readonly Activity[], told: readonly Activity[], today: string): Activity[] {
  const since = kept
    .filter(({ id }) => id.startsWith(OPENING))
    .reduce((day, row) => (row.day > day ? row.day : day), '')
  const news = told.filter(({ day }) => day > since)
  const from = news.reduce((day, row) => (row.day < day ? row.day : day), '9999-12-31')
  const stays = kept.filter(({ id, day }) => {
    if (id.startsWith(OPENING)) return true
    return id.startsWith(UNEXPLAINED) ? !isOpen(day, today) : day < from
  })
  return [...stays, ...news]
}

/** What stays unexplained keeps the day it was seen on. */
function firstSeen(kept: readonly Activity[], what: string, today: string): string {
  return kept.reduce(
    (first, { id, day }) =>
      id.startsWith(`${UNEXPLAINED}${what} `) && isOpen(day, today) && day < first ? day : first,
    today,
  )
}

const isOpen = (day: string, today: string) => day > dayOf(dayNumber(today) - EXPLAINED_WITHIN_DAYS)

function unexplained(
  book: Book,
  { positions, cash }: Balance,
  dayOfWhat: (what: string) => string,
): Activity[] {
  const held = new Map([...book.holdings].map(([symbol, holding]) => [symbol, holding.quantity]))
  const money = new Map(book.cash)
  const symbols = new Set([...held.keys(), ...positions.map(({ symbol }) => symbol)])
  const currencies = new Set([...money.keys(), ...cash.map(({ currency }) => currency)])
  return [
    ...[...symbols].flatMap((symbol) => {
      const now = positions.filter((position) => position.symbol === symbol)
      const quantity = now.reduce((sum, position) => sum.plus(position.quantity), ZERO)
      const before = held.get(symbol) ?? ZERO
      const known = now[0] ?? book.holdings.get(symbol)
      if (!known || quantity.isNegative() || quantity.minus(before).abs().lessThan(SHARE)) return []
      return [sharesRow(UNEXPLAINED, known, quantity.minus(before), null, dayOfWhat(symbol))]
    }),
    ...[...currencies].flatMap((currency) => {
      const now = cash.filter((one) => one.currency === currency)
      const amount = now.reduce((sum, one) => sum.plus(one.amount), ZERO)
      const change = amount.minus(money.get(currency) ?? ZERO)
      return change.abs().lessThan(CENT)
        ? []
        : [cashRow(UNEXPLAINED, currency, change, dayOfWhat(`cash ${currency}`))]
    }),
  ]
}
