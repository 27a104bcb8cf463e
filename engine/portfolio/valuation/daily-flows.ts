// Sums up a day's external flows and income: everything that changes an account's value except prices.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import type { Holding } from '../holdings/holding.ts'
import type { Valuer } from './valuer.ts'

/** In the base currency. */
export type DailyFlows = {
  inflow: Decimal
  outflow: Decimal
  /** Dividends and interest, less fees that belong to no trade. Part of the gain. */
  income: Decimal
  /** The amount received from the person's other accounts, less the amount sent to them. No inflow or outflow. */
  internal: Decimal
}

export type FlowOptions = {
  /** Deposits and withdrawals are those of `withImpliedFlows`. */
  areFlowsAssumed?: boolean
  /** The ids of activities that move shares or cash between accounts of the same person. */
  internal?: ReadonlySet<string>
}

const ZERO = new Decimal(0)
const INCOME = ['dividend', 'interest', 'fee']

/**
 * `day`: an exchange day. The activities of `today` count on it. `held`: the holdings before it. Deposits, withdrawals
 * and transfers are flows; dividends, interest and fees are part of the return (GIPS standards 2020, glossary,
 * "external cash flow").
 */
export function flowsOn(
  day: string,
  today: readonly Activity[],
  { internal, areFlowsAssumed }: FlowOptions,
  { valuer, held }: { valuer: Valuer; held: ReadonlyMap<string, Holding> },
): DailyFlows {
  const [own, external] = partition(today, ({ id }) => internal?.has(id) === true)
  const worthOf = (some: readonly Activity[]) => some.map((activity) => flowOf(activity, day, valuer))
  const cashOf = (some: readonly Activity[]) =>
    sum(some.map(({ cash, currency }) => valuer.inBase(cash, currency, day)))
  const [implied, recorded] = partition(
    external,
    ({ type }) => areFlowsAssumed === true && type !== 'transfer',
  )
  const flows = [
    ...worthOf(recorded),
    ...(areFlowsAssumed ? assumedFlows(worthOf(implied), soldOnItsDay(day, today, held, valuer)) : []),
  ]
  return {
    inflow: sum(flows.filter((flow) => flow.greaterThan(0))),
    outflow: sum(flows.filter((flow) => flow.lessThan(0))).abs(),
    income: cashOf(today.filter(({ type }) => INCOME.includes(type))),
    internal: sum(worthOf(own)),
  }
}

/**
 * The implied inflow and outflow if only the net difference per currency is known: shares bought and sold on the same
 * day were paid for from outside and paid out again. Otherwise only the gain would remain, without a base.
 */
function assumedFlows(differences: readonly Decimal[], soldAgain: Decimal): [Decimal, Decimal] {
  const came = sum(differences.filter((one) => one.greaterThan(0)))
  const left = sum(differences.filter((one) => one.lessThan(0))).abs()
  const paidAgain = soldAgain.minus(Decimal.min(left, soldAgain))
  return [came.plus(paidAgain), left.plus(paidAgain).negated()]
}

/** Proceeds of shares that were bought and sold on the same day. */
function soldOnItsDay(
  day: string,
  today: readonly Activity[],
  held: ReadonlyMap<string, Holding>,
  valuer: Valuer,
): Decimal {
  const bySymbol = Map.groupBy(today, ({ symbol }) => symbol ?? '')
  return sum(
    [...bySymbol].map(([symbol, rows]) => {
      const [sales, others] = partition(rows, ({ type, isShort }) => type === 'sell' && !isShort)
      if (sales.length === 0) return ZERO
      const shares = sum(sales.map(({ quantity }) => quantity)).abs()
      const came = others.filter(({ type, isShort }) => type !== 'buy' && !isShort)
      const before = sum([held.get(symbol)?.quantity ?? ZERO, ...came.map(({ quantity }) => quantity)])
      const part = shares.minus(Decimal.max(before, 0)).div(shares)
      const brought = sum(sales.map(({ cash, currency }) => valuer.inBase(cash, currency, day)))
      return part.greaterThan(0) ? brought.times(part) : ZERO
    }),
  )
}

/** In the base currency: positive for inflows, negative for outflows, zero if the activity isn't a flow. */
function flowOf(activity: Activity, day: string, valuer: Valuer): Decimal {
  const { type, symbol, quantity, cash, currency } = activity
  if (type === 'deposit' || type === 'withdrawal') return valuer.inBase(cash, currency, day)
  if (type !== 'transfer' || symbol === null) return ZERO
  return valuer.worthOf(symbol, quantity.times(valuer.sharesMade(symbol, activity.day, day)), day)
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), ZERO)
