// Gives every row of a renamed share its newest symbol, so that it is one position.
import type { CorporateAction } from '#engine/market/prices.ts'
import { LATE_DAYS } from '#engine/market/corporate-actions.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'
import { optionTerms } from '#engine/market/option-terms.ts'
import type { Activity } from '../activity.ts'

/** Brokers record a corporate action up to this many days before or after it. */
export const RECORDED_WITHIN_DAYS = 30

export type ShareNames = {
  /** The newest symbol of the share that had this symbol on that day. */
  nameOn: (symbol: string, day: string) => string
  rows: Activity[]
  /** The renames of shares that the rows held. */
  used: Set<CorporateAction>
}

/**
 * A broker's own rows for a rename, the same number of shares out and in, are left out. A symbol may be used again later: rows
 * after the rename mean the old share unless they begin with a purchase. `renames`: ascending by day.
 */
export function shareNames(rows: readonly Activity[], renames: readonly CorporateAction[]): ShareNames {
  const bySymbol = Map.groupBy(renames, ({ symbol }) => symbol)
  const used = new Set<CorporateAction>()
  const goesOn = new Map(renames.map((rename) => [rename, isUsedFurther(rows, rename)]))

  function nameOn(symbol: string, day: string): string {
    const own = bySymbol.get(symbol)
    const last = own?.findLast((one) => daysBetween(one.day, day) > LATE_DAYS)
    let rename =
      own?.find((one) => daysBetween(one.day, day) <= LATE_DAYS) ??
      (last && goesOn.get(last) === true ? last : undefined)
    let name = symbol
    while (rename) {
      const { newSymbol, day: since }: CorporateAction = rename
      used.add(rename)
      name = newSymbol ?? name
      rename = bySymbol.get(name)?.find((one) => one.day > since)
    }
    return name
  }
  function named(row: Activity): Activity {
    if (row.symbol === null) return row
    const share = optionTerms(row.symbol)?.share
    const old = share ?? row.symbol
    if (!bySymbol.has(old)) return row
    const name = nameOn(old, row.day)
    if (name === old) return row
    const isRoot = share !== undefined && share !== null && row.symbol.startsWith(share)
    if (share && !isRoot) return row
    return { ...row, symbol: isRoot ? `${name}${row.symbol.slice(share.length)}` : name }
  }
  const moved = new Set(renames.flatMap((rename) => ownRowsOf(rows, rename)))
  return { rows: rows.filter((row) => !moved.has(row)).map(named), nameOn, used }
}

function isUsedFurther(rows: readonly Activity[], { symbol, day }: CorporateAction): boolean {
  const later = rows
    .filter((row) => row.symbol === symbol && daysBetween(day, row.day) > LATE_DAYS && !row.quantity.isZero())
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const [first] = later
  if (!first) return false
  return !later.some((row) => row.day === first.day && row.quantity.isPositive() && row.type !== 'split')
}

/** The rows with which a broker moved the shares from the old to the new symbol. */
function ownRowsOf(rows: readonly Activity[], { symbol, newSymbol, day }: CorporateAction): Activity[] {
  const near = rows.filter(
    (row) =>
      row.type === 'transfer' &&
      row.cash.isZero() &&
      Math.abs(daysBetween(day, row.day)) <= RECORDED_WITHIN_DAYS,
  )
  const arrivals = new Set(near.filter((row) => row.symbol === newSymbol && row.quantity.isPositive()))
  return near
    .filter((row) => row.symbol === symbol && row.quantity.isNegative())
    .flatMap((left) => {
      const arrived = [...arrivals].find(({ quantity }) => quantity.equals(left.quantity.negated()))
      if (!arrived) return []
      arrivals.delete(arrived)
      return [left, arrived]
    })
}
