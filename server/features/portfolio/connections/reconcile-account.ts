// Builds the activities of a connected account from the stored ones, the broker's latest ones, and its balance.
import type { Activity } from '#server/adapters/broker/port.ts'
import type { Balance } from '#server/adapters/broker/provider.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import { readBook } from '../holdings/book.ts'
import { differences } from '../reconciliation/differences.ts'
import { OPENING, openingBalance } from '../reconciliation/opening-balance.ts'

const UNEXPLAINED = 'unexplained '
/** Brokers tell of a trade up to so much later than they show what it left; the explanation may still come. */
const EXPLAINED_WITHIN_DAYS = 7

/**
 * What the broker tells replaces what it told of the same days; what is older than it tells stays. A first record
 * begins with what was there before; where that can't be calculated, today, with nothing but what is held. What is held
 * otherwise than the record says came in, or left, on the day it was seen: so that it is neither gain nor loss.
 */
export function reconcileAccount(
  kept: readonly Activity[],
  told: readonly Activity[],
  balance: Balance,
  today: string,
): Activity[] {
  const rows = kept.length === 0 ? begun(told, balance, today) : continued(kept, told, today)
  const { book } = readBook(rows, { today })
  if (!book)
    return kept.length === 0
      ? (openingBalance([], balance, today) ?? [])
      : reconcileAccount([], told, balance, today)
  const dayOfWhat = (what: string) => firstSeen(kept, what, today)
  return [
    ...rows,
    ...differences(book, balance, { kind: UNEXPLAINED, dayOf: dayOfWhat, priceOf: () => null }),
  ]
}

function begun(told: readonly Activity[], balance: Balance, today: string): Activity[] {
  const opening = openingBalance(told, balance, today)
  const isWhole = opening !== null && readBook([...opening, ...told], { today }).book !== null
  return isWhole ? [...opening, ...told] : (openingBalance([], positive(balance), today) ?? [])
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
