// Adds up the statements of several accounts in one file, because the file is imported as one account.
import type { Position, Statement, StatementBalance } from '../activity.ts'

/** One per period. What one of the accounts doesn't report is unknown for all of them. */
export function sumStatements(statements: readonly Statement[]): Statement[] {
  const periods = Map.groupBy(statements, ({ from, to }) => `${from} ${to}`)
  return [...periods.values()].flatMap(([first, ...others]) => (first ? [others.reduce(sum, first)] : []))
}

const sum = (one: Statement, other: Statement): Statement => ({
  ...one,
  opening: sumBalances(one.opening, other.opening),
  closing: sumBalances(one.closing, other.closing),
})

function sumBalances(one: StatementBalance, other: StatementBalance): StatementBalance {
  const [value, more] = [one.netAssetValue, other.netAssetValue]
  return {
    positions: one.positions && other.positions && sumPositions([...one.positions, ...other.positions]),
    cash: one.cash && other.cash && [...one.cash, ...other.cash],
    netAssetValue:
      value && more && value.currency === more.currency
        ? { ...value, amount: value.amount.plus(more.amount) }
        : null,
  }
}

/** Long positions of one account and short positions of another stay separate. */
function sumPositions(positions: readonly Position[]): Position[] {
  const same = Map.groupBy(
    positions,
    ({ symbol, currency, quantity }) => `${symbol} ${currency} ${quantity.isNegative() ? 'owed' : 'owned'}`,
  )
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [others.reduce(sumPosition, first)] : [],
  )
}

function sumPosition(one: Position, other: Position): Position {
  const quantity = one.quantity.plus(other.quantity)
  const cost =
    one.averageCost && other.averageCost
      ? one.averageCost.times(one.quantity).plus(other.averageCost.times(other.quantity))
      : null
  return {
    ...one,
    quantity,
    averageCost: cost && !quantity.isZero() ? cost.div(quantity) : null,
    price: one.price ?? other.price,
  }
}
