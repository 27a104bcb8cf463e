// Creates the activities that bring an account to the balance its broker reports: shares or cash in, or out.
import { Decimal } from 'decimal.js'
import type { Activity, Balance, Position } from '../activity.ts'
import type { Holding } from '../holdings/holding.ts'

const ZERO = new Decimal(0)
/** In shares. Smaller differences are rounding. */
export const SHARE = 1e-6
/** In units of the currency. Smaller differences are rounding. */
export const CENT = 0.01

/** Null for what the broker doesn't report. */
export type ReportedBalance = { positions: readonly Position[] | null; cash: Balance['cash'] | null }
export type Held = { holdings: ReadonlyMap<string, Holding>; cash: ReadonlyMap<string, Decimal> }

type Options = {
  /** Prefix of the rows' ids. */
  kind: string
  /** The day of a row, by its symbol or `cash USD`. */
  dayOf: (what: string) => string
  /** The price per share of an added or short position. */
  priceOf: (position: Position) => Decimal | null
}

/** Shares move as transfers and cash as deposits and withdrawals, so that no difference is a gain or a loss. */
export function differences(
  { holdings, cash }: Held,
  balance: ReportedBalance,
  { kind, dayOf, priceOf }: Options,
): Activity[] {
  return [
    ...(balance.positions ? ofShares(holdings, balance.positions) : []).map(
      ({ share, quantity, isShort }) => {
        const comesIn = quantity.isPositive() || isShort
        const price = comesIn && 'price' in share ? priceOf(share) : null
        return sharesRow(kind, share, { quantity, price, isShort }, dayOf(share.symbol))
      },
    ),
    ...(balance.cash ? ofCash(cash, balance.cash) : []).map(({ currency, amount }) =>
      cashRow(kind, currency, amount, dayOf(`cash ${currency}`)),
    ),
  ]
}

type Change = { share: Position | Holding; quantity: Decimal; isShort: boolean }

function ofShares(holdings: Held['holdings'], positions: readonly Position[]): Change[] {
  const symbols = new Set([...holdings.keys(), ...positions.map(({ symbol }) => symbol)])
  return [...symbols].flatMap((symbol): Change[] => {
    const reported = positions.filter((position) => position.symbol === symbol)
    const owns = reported.reduce((sum, { quantity }) => sum.plus(Decimal.max(quantity, 0)), ZERO)
    const owes = reported.reduce((sum, { quantity }) => sum.minus(Decimal.min(quantity, 0)), ZERO)
    const holding = holdings.get(symbol)
    const [net, short] = [holding?.quantity ?? ZERO, holding?.short ?? ZERO]
    const reportedShare = reported[0]
    // One symbol can't be held in two currencies.
    const isSame = net.isZero() || reportedShare?.currency === holding?.currency
    const share = reportedShare && isSame ? reportedShare : (holding ?? reportedShare)
    // Most brokers report the net of long and short positions, while a record may hold both.
    const isNet = owns.isZero() || owes.isZero()
    if (!share || (isNet && owns.minus(owes).minus(net).abs().lessThan(SHARE))) return []
    const long = owns.minus(net.plus(short))
    const owed = owes.minus(short)
    return [
      { share, quantity: long, isShort: false },
      { share, quantity: owed.negated(), isShort: true },
    ].filter(({ quantity }) => quantity.abs().greaterThanOrEqualTo(SHARE))
  })
}

function ofCash(held: Held['cash'], reported: Balance['cash']): Balance['cash'] {
  const currencies = new Set([...held.keys(), ...reported.map(({ currency }) => currency)])
  return [...currencies].flatMap((currency) => {
    const same = reported.filter((one) => one.currency === currency)
    const amount = same.reduce((sum, one) => sum.plus(one.amount), ZERO).minus(held.get(currency) ?? ZERO)
    return amount.abs().lessThan(CENT) ? [] : [{ currency, amount }]
  })
}

type Share = Pick<Position, 'symbol' | 'companyName' | 'currency'>

/** Shares that came in, or left if negative. With `isShort`, shares owed, with the same signs. */
export function sharesRow(
  kind: string,
  { symbol, companyName, currency }: Share,
  { quantity, price, isShort }: { quantity: Decimal; price: Decimal | null; isShort: boolean },
  day: string,
): Activity {
  const id = `${kind}${symbol} ${day}${isShort ? ' short' : ''}`
  const rest = { cash: ZERO, fee: ZERO, ratio: null, line: null, ...(isShort && { isShort }) }
  return { id, type: 'transfer', day, symbol, companyName, quantity, price, currency, ...rest }
}

/** Cash that came in, or left if negative. */
export function cashRow(kind: string, currency: string, cash: Decimal, day: string): Activity {
  const type = cash.isNegative() ? 'withdrawal' : 'deposit'
  const nothing = { symbol: null, companyName: null, price: null, ratio: null, line: null }
  return {
    ...nothing,
    id: `${kind}cash ${currency} ${day}`,
    type,
    day,
    quantity: ZERO,
    cash,
    fee: ZERO,
    currency,
  }
}
