// What came into an account and went out of it on a day, and what it was paid: everything but the moves of prices.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/outside/broker/port.ts'
import type { Account, DailyValue } from './daily-values.ts'
import type { Holding } from './holding.ts'
import type { Market } from './market-value.ts'

const ZERO = new Decimal(0)
const INCOME = ['dividend', 'interest', 'fee']

/**
 * In the base currency. `day`: an exchange day, on which the activities of `today` count; `held`: what was held before
 * it. Deposits, withdrawals and transfers are flows; dividends, interest and fees are returns (GIPS standards 2020,
 * glossary, "external cash flow").
 */
export function flowsOn(
  day: string,
  today: readonly Activity[],
  { internal, areFlowsAssumed }: Account,
  { market, held }: { market: Market; held: ReadonlyMap<string, Holding> },
): Pick<Required<DailyValue>, 'inflow' | 'outflow' | 'income' | 'internal'> {
  const [own, external] = partition(today, ({ id }) => internal?.has(id) === true)
  const worthOf = (some: readonly Activity[]) => some.map((activity) => flowOf(activity, day, market))
  const cashOf = (some: readonly Activity[]) =>
    sum(some.map(({ cash, currency }) => market.inBase(cash, currency, day)))
  const [implied, told] = partition(external, ({ type }) => areFlowsAssumed === true && type !== 'transfer')
  const flows = [
    ...worthOf(told),
    ...(areFlowsAssumed ? assumedFlows(sum(worthOf(implied)), soldOnItsDay(day, today, held, market)) : []),
  ]
  return {
    inflow: sum(flows.filter((flow) => flow.greaterThan(0))),
    outflow: sum(flows.filter((flow) => flow.lessThan(0))).abs(),
    income: cashOf(today.filter(({ type }) => INCOME.includes(type))),
    internal: sum(worthOf(own)),
  }
}

/**
 * What must have come in and gone out where only the difference is known: what was bought and sold on the same day was
 * paid from outside and paid out again. Else it would leave nothing but its gain, and the gain would have no base.
 */
function assumedFlows(net: Decimal, soldAgain: Decimal): [Decimal, Decimal] {
  const inflow = Decimal.max(net.plus(soldAgain), 0)
  return [inflow, net.minus(inflow)]
}

/** What sales brought of shares that were not there before the day. */
function soldOnItsDay(
  day: string,
  today: readonly Activity[],
  held: ReadonlyMap<string, Holding>,
  market: Market,
): Decimal {
  const trades = today.filter(({ type, isShort }) => (type === 'buy' || type === 'sell') && !isShort)
  const sales = Map.groupBy(
    trades.filter(({ type }) => type === 'sell'),
    ({ symbol }) => symbol ?? '',
  )
  return sum(
    [...sales].map(([symbol, sold]) => {
      const shares = sum(sold.map(({ quantity }) => quantity)).abs()
      const others = today.filter((row) => row.symbol === symbol && !trades.includes(row))
      const before = sum([held.get(symbol)?.quantity ?? ZERO, ...others.map(({ quantity }) => quantity)])
      const part = shares.minus(Decimal.max(before, 0)).div(shares)
      const brought = sum(sold.map(({ cash, currency }) => market.inBase(cash, currency, day)))
      return part.greaterThan(0) ? brought.times(part) : ZERO
    }),
  )
}

/** In the base currency: positive for what came in, negative for what went out, zero for anything but a flow. */
function flowOf(activity: Activity, day: string, market: Market): Decimal {
  const { type, symbol, quantity, cash, currency } = activity
  if (type === 'deposit' || type === 'withdrawal') return market.inBase(cash, currency, day)
  if (type !== 'transfer' || symbol === null) return ZERO
  return market.worthOf(symbol, quantity.times(market.sharesMade(symbol, activity.day, day)), day)
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), ZERO)
