// Builds an account's book: shares with their average cost, and cash by currency, after each day with activities.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { type ActivityIssue, issueOf, activityIssues } from './activity-issues.ts'
import { inOrder } from './activity-order.ts'
import { exchangeShares } from './exchange-shares.ts'
import { applyActivity, type Holding } from './holding.ts'

/** What changed on this day: holdings by symbol and cash by currency. */
export type BookDay = { day: string; holdings: Map<string, Holding>; cash: Map<string, Decimal> }
export type Book = {
  /** Ascending; only days on which something changed. */
  days: BookDay[]
  /** At the end, including positions that were sold completely. */
  holdings: Map<string, Holding>
  cash: Map<string, Decimal>
}
/** A history with issues has no book, because no figure of it would be right. */
export type BookResult = { book: Book; issues: [] } | { book: null; issues: ActivityIssue[] }

export type ReadingOptions = {
  /** Activities after this day are issues. */
  today?: string
  /** A share's value on that day in that currency, for shares that came in without a price. */
  priceOn?: (symbol: string, day: string, currency: string) => Decimal | null
}

/** Builds the book from activities in any order. `placeSplits` first moves splits to the market's days. */
export function buildBook(activities: readonly Activity[], options: ReadingOptions = {}): BookResult {
  const issues = activityIssues(activities, options.today)
  if (issues.length > 0) return { book: null, issues }
  const book: Book = { days: [], holdings: new Map(), cash: new Map() }
  for (const activity of inOrder(activities)) {
    if (!activity.cash.isZero()) addCash(book, activity)
    const after = holdingAfter(book.holdings, activity, options)
    if (after === null) continue
    if ('reason' in after) {
      issues.push(after)
      continue
    }
    book.holdings.set(after.symbol, after)
    dayIn(book, activity.day).holdings.set(after.symbol, after)
  }
  return issues.length > 0 ? { book: null, issues } : { book, issues: [] }
}

/** The holding after an activity: null if the activity changes no shares, an issue if it can't have happened. */
export function holdingAfter(
  holdings: ReadonlyMap<string, Holding>,
  activity: Activity,
  { priceOn }: Pick<ReadingOptions, 'priceOn'> = {},
): Holding | ActivityIssue | null {
  const { symbol, day, currency } = activity
  const before = symbol === null ? undefined : holdings.get(symbol)
  if (symbol === null || changesNothing(activity, before)) return null
  const { exchange } = activity
  const after = exchange
    ? exchangeShares(holdings, { ...activity, symbol, exchange }, priceOn)
    : applyActivity(before, activity, () => priceOn?.(symbol, day, currency) ?? null)
  return 'issue' in after ? issueOf(activity, after.issue, after.message) : after
}

function dayIn({ days }: Book, day: string): BookDay {
  const last = days.at(-1)
  if (last?.day === day) return last
  const next = { day, holdings: new Map(), cash: new Map() }
  days.push(next)
  return next
}

function addCash(book: Book, { day, cash, currency }: Activity): void {
  const amount = (book.cash.get(currency) ?? new Decimal(0)).plus(cash)
  book.cash.set(currency, amount)
  dayIn(book, day).cash.set(currency, amount)
}

/** A split may be given by its ratio alone, and the market lists splits of shares that the account doesn't hold. */
function changesNothing({ type, quantity, exchange }: Activity, before: Holding | undefined): boolean {
  if (exchange?.kind === 'spin_off') return quantity.isZero() && !before
  const isHeld = before && !(before.quantity.isZero() && before.short.isZero())
  return quantity.isZero() && (type !== 'split' || !isHeld)
}
