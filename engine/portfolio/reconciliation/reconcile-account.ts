// Builds a connected account's activities from the stored ones, the broker's latest ones, and its balance.
import type { Activity, Balance } from '../activity.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { buildBook } from '../holdings/book.ts'
import { differences } from './differences.ts'
import { OPENING, openingBalance } from './opening-balance.ts'

const UNEXPLAINED = 'unexplained '
/** Brokers report a trade up to this many days after its effect on the balance, so the explanation may still come. */
const EXPLANATION_WITHIN_DAYS = 7

/**
 * The broker's activities replace the stored ones of the same days; older stored ones stay. A first record begins with
 * an opening balance; if that can't be calculated, it begins today with what is held. Any other difference between the
 * record and the balance comes in or leaves on the day it was seen, so that it is neither a gain nor a loss.
 */
export function reconcileAccount(
  kept: readonly Activity[],
  reported: readonly Activity[],
  balance: Balance,
  today: string,
): Activity[] {
  const rows =
    kept.length === 0 ? firstRecord(reported, balance, today) : continuedRecord(kept, reported, today)
  const { book } = buildBook(rows, { today })
  if (!book)
    return kept.length === 0
      ? (openingBalance([], balance, today) ?? [])
      : reconcileAccount([], reported, balance, today)
  const dayOfWhat = (what: string) => firstSeen(kept, what, today)
  return [
    ...rows,
    ...differences(book, balance, { kind: UNEXPLAINED, dayOf: dayOfWhat, priceOf: () => null }),
  ]
}

function firstRecord(reported: readonly Activity[], balance: Balance, today: string): Activity[] {
  const opening = openingBalance(reported, balance, today)
  const isWhole = opening !== null && buildBook([...opening, ...reported], { today }).book !== null
  return isWhole ? [...opening, ...reported] : (openingBalance([], positive(balance), today) ?? [])
}

/** Debts and short positions can't open a record, so a fresh record contains only what is owned. */
const positive = ({ positions, cash }: Balance): Balance => ({
  positions: positions.filter(({ quantity }) => quantity.isPositive()),
  cash: cash.filter(({ amount }) => amount.isPositive()),
})

function continuedRecord(
  kept: readonly Activity[],
  reported: readonly Activity[],
  today: string,
): Activity[] {
  const since = kept
    .filter(({ id }) => id.startsWith(OPENING))
    .reduce((day, row) => (row.day > day ? row.day : day), '')
  const newRows = reported.filter(({ day }) => day > since)
  const from = newRows.reduce((day, row) => (row.day < day ? row.day : day), '9999-12-31')
  const remaining = kept.filter(({ id, day }) => {
    if (id.startsWith(OPENING)) return true
    return id.startsWith(UNEXPLAINED) ? !isOpen(day, today) : day < from
  })
  return [...remaining, ...newRows]
}

/** An unexplained difference keeps the day on which it was first seen. */
function firstSeen(kept: readonly Activity[], what: string, today: string): string {
  return kept.reduce(
    (first, { id, day }) =>
      id.startsWith(`${UNEXPLAINED}${what} `) && isOpen(day, today) && day < first ? day : first,
    today,
  )
}

const isOpen = (day: string, today: string) => day > dayOf(dayNumber(today) - EXPLANATION_WITHIN_DAYS)
