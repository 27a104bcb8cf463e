// Checks day by day whether an account's activities are possible, given everything known of the account.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { type ActivityIssue, activityIssues } from '../holdings/activity-issues.ts'
import { inOrder } from '../holdings/activity-order.ts'
import type { Holding } from '../holdings/holding.ts'
import { holdingAfter } from '../holdings/book.ts'
import { type KnownBalances, reconcilingRows } from '../reconciliation/reconcile.ts'

/** Shares that left the account although no row brought them in, or were bought back although no row sold them. */
export type MissingShares = {
  symbol: string
  companyName: string | null
  currency: string
  /**
   * The holding at the close of the opening day that makes everything after it possible, in shares as counted that day.
   * Negative if they were owed: sold short or written as an option before.
   */
  quantity: Decimal
}
export type RecordCheck = {
  /** Activities that are impossible regardless of earlier holdings. */
  issues: ActivityIssue[]
  missingShares: MissingShares[]
  /** The activities that need more shares than were held. */
  affected: ActivityIssue[]
}

/**
 * Checks each day once, ascending, with only one day and the current holdings in memory. Impossible rows are skipped.
 * With an `openingDay`, missing shares aren't an issue: the check continues as if they had been held at its close. Days
 * after `today` are issues.
 */
export async function checkRecord(
  days: AsyncIterable<readonly Activity[]>,
  { today, openingDay }: { today: string; openingDay: string | null },
): Promise<RecordCheck> {
  const holdings = new Map<string, Holding>()
  const missing = new Map<string, MissingShares>()
  /** How many shares one share of the opening day has become. */
  const splitFactors = new Map<string, Decimal>()
  const found: RecordCheck = { issues: [], missingShares: [], affected: [] }
  const heldAtOpening = new Map<string, { long: Decimal; short: Decimal }>()

  for await (const day of days) {
    const issues = activityIssues(day, today)
    found.issues.push(...issues)
    const bad = new Set(issues.map(({ activityId }) => activityId))
    for (const activity of inOrder(day)) if (!bad.has(activity.id)) applyActivity(activity)
  }
  return { ...found, missingShares: [...missing.values()] }

  function applyActivity(activity: Activity): void {
    const { symbol } = activity
    const before = symbol === null ? undefined : holdings.get(symbol)
    let after = holdingAfter(holdings, activity)
    if (openingDay !== null && symbol !== null && after !== null && 'reason' in after) {
      const lacking = missingSharesFor(activity, before, after)
      const opened = lacking && holdingAfter(holdings, lacking)
      // One symbol can't be offered as held and as owed.
      const isSameSide = (missing.get(symbol)?.quantity.times(lacking?.quantity ?? 0) ?? ONE).isPositive()
      if (opened && !('reason' in opened) && isSameSide) {
        found.affected.push(after)
        addMissing(activity, lacking.quantity, openingDay)
        holdings.set(symbol, opened)
        after = holdingAfter(holdings, activity)
      }
    }
    if (after === null) return
    if ('reason' in after) return void found.issues.push(after)
    holdings.set(after.symbol, after)
    if (openingDay !== null && activity.day <= openingDay)
      heldAtOpening.set(after.symbol, { long: after.quantity.plus(after.short), short: after.short })
    // If the file reports the shares a split added, holding more before it wouldn't have added more.
    else if (activity.type === 'split' && activity.quantity.isZero() && activity.ratio)
      splitFactors.set(after.symbol, activity.ratio.times(splitFactors.get(after.symbol) ?? 1))
  }

  function addMissing(
    { symbol: named, companyName, currency, day }: Activity,
    shares: Decimal,
    opening: string,
  ): void {
    const symbol = named ?? ''
    const known = missing.get(symbol)
    const before = heldAtOpening.get(symbol)
    const held = known?.quantity ?? (shares.isNegative() ? before?.short.negated() : before?.long) ?? ZERO
    const more = day > opening ? shares.div(splitFactors.get(symbol) ?? 1) : shares
    missing.set(symbol, {
      symbol,
      companyName: known?.companyName ?? companyName,
      currency: known?.currency ?? currency,
      quantity: held.plus(more).toDecimalPlaces(10, Decimal.ROUND_UP),
    })
  }
}

const ZERO = new Decimal(0)
const ONE = new Decimal(1)

/**
 * The shares a sale or a split needs beyond those held, or a purchase that closes a short position beyond those owed, as a
 * transfer. Null if more shares don't help.
 */
function missingSharesFor(
  activity: Activity,
  held: Holding | undefined,
  { reason }: ActivityIssue,
): Activity | null {
  const { quantity, ratio } = activity
  const there = held ? held.quantity.plus(held.short) : ZERO
  const { isShort: _, ...rest } = activity
  const transfer = { ...rest, type: 'transfer' as const, price: null, cash: ZERO, fee: ZERO, ratio: null }
  if (reason === 'covered_more_than_sold')
    return { ...transfer, isShort: true, quantity: quantity.minus(held?.short ?? 0).negated() }
  const lacking =
    reason === 'sold_more_than_held'
      ? quantity.abs().minus(there)
      : reason === 'split_without_shares' && ratio && !ratio.equals(1)
        ? quantity.div(ratio.minus(1))
        : ZERO
  return lacking.greaterThan(0) ? { ...transfer, quantity: lacking } : null
}

/** Merges two ascending sequences of days into one. */
export async function* mergedDays(
  known: AsyncIterable<Activity[]>,
  added: readonly { day: string; rows: () => Activity[] }[],
): AsyncGenerator<Activity[]> {
  let next = 0
  for await (const rows of known) {
    const day = rows[0]?.day ?? ''
    for (; (added[next]?.day ?? '9999-12-31') < day; next += 1) yield added[next]?.rows() ?? []
    if (added[next]?.day === day) rows.push(...(added[next++]?.rows() ?? []))
    yield rows
  }
  for (; next < added.length; next += 1) yield added[next]?.rows() ?? []
}

/** The days with their reconciling rows. All days are in memory only if balances are known. */
export async function* reconciledDays(
  days: AsyncIterable<Activity[]>,
  balances: KnownBalances,
  onRows: (rows: readonly Activity[]) => void = () => {},
): AsyncGenerator<readonly Activity[]> {
  if (Object.values(balances).every((known) => known.length === 0)) return yield* days
  const activities: Activity[] = []
  for await (const day of days) activities.push(...day)
  const rows = reconcilingRows(activities, balances)
  onRows(rows)
  const byDay = Map.groupBy([...activities, ...rows], ({ day }) => day)
  for (const [, day] of [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) yield day
}
