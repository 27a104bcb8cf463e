// Translates a coin paid for with another coin into a sale and a purchase.
import type { Decimal } from 'decimal.js'
import { type Draft, shareTransfer } from '../../drafts.ts'
import { coinOf } from '../../symbols.ts'

/** Stablecoins pegged to the US dollar. */
const DOLLARS = /^(USDC|USDT|PYUSD|DAI)$/

const DECIMALS = 10
/** The report writes prices with up to twenty decimals. */
export const rounded = (price: Decimal | null) => price?.toDecimalPlaces(DECIMALS) ?? null

type Shared = Pick<Draft, 'day' | 'time'> & Partial<Draft>
export type Coins = { asset: string; size: Decimal }

/** Coinbase called staked ETH `ETH2`. */
export const coinNamed = (asset: string): string =>
  coinOf(asset.trim().toUpperCase() === 'ETH2' ? 'ETH' : asset)

/**
 * Sells the paid coins for `worth` and buys the received ones for the same amount, so no cash is left over. Without a
 * value in cash, both move in kind at the market's prices of the day.
 */
export function coinLegs(shared: Shared, paid: Coins, received: Coins, worth: Decimal | null): Draft[] {
  const value =
    worth ?? (DOLLARS.test(paid.asset) ? paid.size : DOLLARS.test(received.asset) ? received.size : null)
  const sides = [
    { coins: paid, end: 'paid', sign: -1 },
    { coins: received, end: 'received', sign: 1 },
  ]
  return sides.map(({ coins, end, sign }) => {
    const size = coins.size.abs().times(sign)
    const both = {
      ...shared,
      symbol: coinNamed(coins.asset),
      ...(shared.key ? { key: `${shared.key}/${end}` } : {}),
    }
    if (!value) return { ...both, ...shareTransfer(size) }
    const cash = value.abs().times(-sign)
    return {
      ...both,
      // Stablecoins count in dollars, because the file has no rate into the account's currency.
      ...(worth ? {} : { currency: 'USD' }),
      type: sign < 0 ? ('sell' as const) : ('buy' as const),
      quantity: size,
      cash,
    }
  })
}
