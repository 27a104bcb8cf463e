// Builds an account's current balance from Plaid's holdings.
import { Decimal } from 'decimal.js'
import type { Holding, Security } from 'plaid'
import type { Balance, Position } from '#engine/portfolio/activity.ts'
import type { LinkedAccount } from '../provider.ts'
import { currencyIn, instrumentOf, sharesOf } from './securities.ts'

type TranslatedTransaction = { holdings: Holding[]; securities: Security[] }

/** Plaid reports cash as a holding. If a broker reports no cash holding, the cash is unknown. */
export function balanceOf(
  { holdings, securities }: TranslatedTransaction,
  { externalId, currency }: LinkedAccount,
): Balance {
  const byId = new Map(securities.map((security) => [security.security_id, security]))
  const positions: Position[] = []
  const sums = new Map<string, Decimal>()
  for (const holding of holdings) {
    if (holding.account_id !== externalId) continue
    const instrument = instrumentOf(holding.security_id, byId.get(holding.security_id))
    const money = currencyIn(holding, currency)
    const value = new Decimal(holding.institution_value ?? 0).div(money.units)
    if (instrument.kind === 'cash') {
      // A foreign currency is counted in its own units and valued in the account's currency.
      const own = instrument.currency ?? money.currency
      const amount = instrument.currency === null ? value : new Decimal(holding.quantity)
      sums.set(own, (sums.get(own) ?? new Decimal(0)).plus(amount))
      continue
    }
    const price = new Decimal(holding.institution_price ?? 0).div(money.units)
    const quantity = sharesOf(instrument, { quantity: new Decimal(holding.quantity), price, value })
    if (quantity.isZero()) continue
    const { symbol, companyName } = instrument
    const { currency: priced, units } = money
    const averageCost = costOf(holding, quantity)?.div(units) ?? null
    const each = priceOf({ quantity, price, value })
    positions.push({ symbol, companyName, quantity, averageCost, price: each, currency: priced })
  }
  return { positions, cash: [...sums].map(([code, amount]) => ({ currency: code, amount })) }
}

const PRICE_DECIMALS = 10
/** How much price and value may differ through rounding. */
const ROUNDING = 0.01

/**
 * `cost_basis` is the cost of the whole holding. Source:
 * https://plaid.com/docs/api/products/investments/#investments-holdings-get-response-holdings-cost-basis
 */
function costOf({ cost_basis: cost }: Holding, quantity: Decimal): Decimal | null {
  if (cost === null || cost === undefined) return null
  return new Decimal(cost).div(quantity).abs().toDecimalPlaces(PRICE_DECIMALS)
}

/** Per share. For bonds, which are quoted per hundred, the price that matches the value. */
function priceOf({
  quantity,
  price,
  value,
}: Record<'quantity' | 'price' | 'value', Decimal>): Decimal | null {
  if (value.isZero()) return price.isZero() ? null : price
  const paid = value.div(quantity)
  if (paid.isNegative()) return price.isZero() ? null : price
  const isSame = price.minus(paid).abs().lessThanOrEqualTo(paid.times(ROUNDING))
  return isSame && !price.isZero() ? price : paid.toDecimalPlaces(PRICE_DECIMALS)
}
