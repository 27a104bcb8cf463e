// Finds activities that can't be right, with the reason as a sentence. No figure is calculated from them.
import type { Activity } from '../activity.ts'
import { isDay } from '#engine/market/calendar-day.ts'

export type IssueReason =
  | 'bad_day'
  | 'future_day'
  | 'duplicate'
  | 'not_a_number'
  | 'negative_price'
  | 'negative_fee'
  | 'no_symbol'
  | 'no_quantity'
  | 'no_amount'
  | 'wrong_sign'
  | 'cash_of_shares'
  | 'lone_cash'
  | 'sold_more_than_held'
  | 'covered_more_than_sold'
  | 'split_without_shares'
  | 'split_does_not_fit'

/** `message` contains quantities, so only the account's owner may see it. */
export type ActivityIssue = {
  reason: IssueReason
  message: string
  activityId: string
  line: number | null
  day: string
  symbol: string | null
}

export function issueOf(activity: Activity, reason: IssueReason, message: string): ActivityIssue {
  const { id, line, day, symbol } = activity
  return { reason, message, activityId: id, line, day, symbol }
}

/** Issues of each activity by itself. If `today` (from `latestDay`) is given, later days are issues too. */
export function activityIssues(activities: readonly Activity[], today?: string): ActivityIssue[] {
  const seen = new Set<string>()
  const issues = activities.flatMap((activity) => {
    const isDuplicate = seen.has(activity.id)
    seen.add(activity.id)
    if (isDuplicate) return [issueOf(activity, 'duplicate', 'This row appears twice.')]
    const found = issueOfRow(activity, today)
    return found ? [issueOf(activity, ...found)] : []
  })
  return [...issues, ...unmatchedExchanges(activities)]
}

function issueOfRow(activity: Activity, today?: string): [IssueReason, string] | null {
  const { type, day, symbol, quantity, price, cash, fee, ratio } = activity
  if (!isDay(day)) return ['bad_day', `"${day}" isn’t a calendar date.`]
  if (today !== undefined && day > today) return ['future_day', `${day} is in the future.`]
  if ([quantity, price, cash, fee, ratio].some((number) => number && !number.isFinite()))
    return ['not_a_number', 'A number in this row can’t be read.']
  if (price?.lessThan(0)) return ['negative_price', 'The price is negative.']
  if (fee.lessThan(0)) return ['negative_fee', 'The fee is negative.']
  if (symbol === null && !quantity.isZero()) return ['no_symbol', 'There are shares, but no symbol.']
  const wrong = (message: string): [IssueReason, string] => ['wrong_sign', message]
  switch (type) {
    case 'buy':
    case 'sell': {
      if (symbol === null) return ['no_symbol', 'This trade has no symbol.']
      if (quantity.isZero()) return ['no_quantity', 'This trade has no quantity.']
      if (cash.isZero() && price?.greaterThan(0))
        return ['no_amount', 'This trade has a price, but no cash amount.']
      if (type === 'buy' && (quantity.lessThan(0) || cash.plus(fee).greaterThan(0)))
        return wrong('A purchase must add shares and cost at least its fee.')
      // Fees may exceed what a few worthless shares bring.
      if (type === 'sell' && (quantity.greaterThan(0) || cash.plus(fee).lessThan(0)))
        return wrong('A sale must remove shares and add cash.')
      return null
    }
    case 'split':
      if (symbol === null) return ['no_symbol', 'This split has no symbol.']
      if (ratio === null && quantity.isZero()) return ['no_quantity', 'This split has no ratio.']
      return ratio?.lessThanOrEqualTo(0) ? wrong('The ratio of a split must be above zero.') : null
    case 'transfer':
      if (symbol === null) return null
      if (quantity.isZero()) return ['no_quantity', 'This transfer has no quantity.']
      return cash.equals(fee.negated())
        ? null
        : ['cash_of_shares', 'A share transfer can’t move cash, except for its fee.']
    case 'deposit':
      if (!quantity.isZero()) return wrong('A deposit adds cash, not shares.')
      return cash.lessThan(0) ? wrong('A deposit must add cash.') : null
    case 'withdrawal':
      if (!quantity.isZero()) return wrong('A withdrawal removes cash, not shares.')
      return cash.greaterThan(0) ? wrong('A withdrawal must remove cash.') : null
    case 'dividend':
      // Some dividends are paid in shares.
      return quantity.lessThan(0) ? wrong('A dividend can’t remove shares.') : null
    case 'exchange':
      return null
    case 'interest':
    case 'fee':
      return quantity.isZero() ? null : wrong('Interest and fees are cash, not shares.')
  }
}

/**
 * A transfer of cash alone is an exchange between two of the account's currencies, so a matching row must exist on the
 * same day. Cash from outside is a deposit, and treating it as an exchange would make it a gain.
 */
function unmatchedExchanges(activities: readonly Activity[]): ActivityIssue[] {
  const exchanges = Map.groupBy(
    activities.filter((row) => row.type === 'transfer' && row.symbol === null && row.quantity.isZero()),
    ({ day }) => day,
  )
  return [...exchanges.values()].flatMap((rows) => {
    const givers = rows.filter(({ cash }) => cash.lessThan(0)).map(({ currency }) => currency)
    const takers = rows.filter(({ cash }) => cash.greaterThan(0)).map(({ currency }) => currency)
    if (takers.some((taker) => givers.some((giver) => giver !== taker))) return []
    const message = 'Cash moved between currencies, but only one side is in the file.'
    return rows.map((row) => issueOf(row, 'lone_cash', message))
  })
}
