// Applies a merger or a spin-off to a holding: its shares, and the part of the cost that moves with them.
import { Decimal } from 'decimal.js'
import type { Activity, Exchange } from '../activity.ts'
import type { Holding, ImpossibleChange } from './holding.ts'

const [ZERO, ONE] = [new Decimal(0), new Decimal(1)]
/** In shares. Brokers round fractional shares. */
const ROUNDING = 1e-3

type PriceOn = (symbol: string, day: string, currency: string) => Decimal | null

/**
 * The row's share after the exchange. The row of the new share must come before that of the old one. The cost is
 * divided by what each part is worth at the close of the day: 26 CFR 1.358-2 for shares received in a merger or a
 * spin-off. Cash beside shares in a merger counts as the price of its part.
 */
export function exchangeShares(
  holdings: ReadonlyMap<string, Holding>,
  activity: Activity & { exchange: Exchange; symbol: string },
  priceOn: PriceOn = () => null,
): Holding | ImpossibleChange {
  const { exchange, symbol, quantity, companyName, currency, cash } = activity
  const source = holdings.get(exchange.of)
  const nothing = { quantity: ZERO, short: ZERO, cost: ZERO, realized: ZERO }
  const own = holdings.get(symbol) ?? {
    ...nothing,
    symbol,
    companyName,
    currency: source?.currency ?? currency,
  }
  const part = costPart(exchange, activity.day, source?.currency ?? currency, priceOn)
  if (symbol === exchange.into) {
    const moved = source?.cost?.times(part) ?? null
    const isSame = own.currency === source?.currency
    const cost = own.quantity.isZero() ? moved : isSame && own.cost && moved ? own.cost.plus(moved) : null
    const named = { ...own, companyName: companyName ?? own.companyName }
    const kept = own.quantity.isZero() ? (source?.currency ?? own.currency) : own.currency
    return { ...named, currency: kept, quantity: own.quantity.plus(quantity), cost }
  }
  const left = own.cost && own.cost.times(ONE.minus(part))
  if (exchange.kind === 'spin_off') return { ...own, cost: left }
  const there = own.quantity.plus(own.short)
  const gone = quantity.abs()
  if (gone.minus(there).greaterThan(ROUNDING)) {
    const count = there.greaterThan(0) ? `only ${there.toString()} were` : 'none was'
    const message = `${gone.toString()} of ${symbol} left the account, but ${count} held.`
    return { issue: 'sold_more_than_held', message }
  }
  const rest = Decimal.max(own.quantity.minus(Decimal.min(gone, there)), own.short.negated())
  const share = there.isZero() ? ONE : Decimal.min(gone.div(there), 1)
  const gain = left && currency === own.currency ? cash.minus(left.times(share)) : null
  return {
    ...own,
    quantity: rest,
    cost: rest.isZero() ? ZERO : own.cost && own.cost.times(ONE.minus(share)),
    realized: own.realized && gain && own.realized.plus(gain),
  }
}

/** The part of the old share's cost that moves to the new one. */
function costPart(
  { kind, of, into, ratio, cash }: Exchange,
  day: string,
  currency: string,
  priceOn: PriceOn,
): Decimal {
  if (into === null) return ZERO
  if (kind === 'merger' && !cash) return ONE
  const received = priceOn(into, day, currency)?.times(ratio ?? 0)
  const other = kind === 'merger' ? cash : priceOn(of, day, currency)
  if (!received || !other || received.plus(other).isZero()) return kind === 'merger' ? ONE : ZERO
  return received.div(received.plus(other))
}
