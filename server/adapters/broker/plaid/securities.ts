// Translates Plaid's shares, options, cryptocurrencies and cash.
import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import type { Security } from 'plaid'
import { optionOf, SHARES_PER_CONTRACT } from '#engine/broker-files/options.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '#engine/broker-files/symbols.ts'

/** `currency`: for cash, the currency if Plaid names it. */
export type Instrument =
  | { kind: 'cash'; currency: string | null }
  | { kind: 'share' | 'option'; symbol: string; companyName: string | null }

/** A currency as a security, such as `CUR:USD`. Cryptocurrencies are written the same way. */
const CURRENCY = /^CUR:([A-Z]{3})$/

/**
 * Money-market funds count as cash: either Plaid's type is `cash`, or a mutual fund is marked as a cash equivalent.
 * Source: https://plaid.com/docs/api/products/investments/#investments-holdings-get-response-securities-type
 */
export function instrumentOf(securityId: string, security: Security | undefined): Instrument {
  const ticker = security?.ticker_symbol?.trim().toUpperCase() ?? ''
  const type = security?.type
  if (type === 'cash' || (type === 'mutual fund' && security?.is_cash_equivalent === true))
    return { kind: 'cash', currency: CURRENCY.exec(ticker)?.[1] ?? null }
  const option = security && contractOf(security, ticker)
  if (option) return { kind: 'option', symbol: option, companyName: option }
  const companyName = companyNameOf(security?.name ?? '')
  return { kind: 'share', symbol: symbolIn(securityId, security, ticker), companyName }
}

/** The OCC symbol of an option, from Plaid's contract data or else from its ticker. */
function contractOf({ option_contract: contract, type }: Security, ticker: string): string | null {
  if (!contract) return type === 'derivative' ? optionOf(ticker) : null
  const day = contract.expiration_date.slice(2, 10).replaceAll('-', '')
  const side = contract.contract_type === 'put' ? 'P' : 'C'
  const strike = new Decimal(contract.strike_price).times(1000).toFixed(0).padStart(8, '0')
  return optionOf(`${contract.underlying_security_ticker}${day}${side}${strike}`) ?? optionOf(ticker)
}

/**
 * The ticker; if that isn't a valid symbol, the CUSIP, ISIN or FIGI; without those, `PLAID-` and a digest of Plaid's
 * id, which is the same for everybody and changes only with the security.
 */
function symbolIn(securityId: string, security: Security | undefined, ticker: string): string {
  const names = [ticker.replace(/^CUR:/, ''), security?.cusip, security?.isin, security?.figi]
  for (const name of names) {
    const symbol = name ? symbolUnlessBad(name) : null
    if (symbol) return symbol
  }
  return `PLAID-${createHash('sha256').update(securityId).digest('hex').slice(0, 16).toUpperCase()}`
}

function symbolUnlessBad(text: string): string | null {
  try {
    return symbolOf(text)
  } catch {
    return null
  }
}

/**
 * The quantity in shares, also for options. Plaid counts options in shares, "typically": if quantity times price is a
 * hundredth of the value, or, without a value, the quantity isn't a whole number of contracts' shares, it counted
 * contracts. Source:
 * https://plaid.com/docs/api/products/investments/#investments-holdings-get-response-holdings-quantity
 */
export function sharesOf(
  { kind }: Instrument,
  holding: { quantity: Decimal; price: Decimal; value: Decimal },
): Decimal {
  const { quantity, price, value } = holding
  if (kind !== 'option' || quantity.isZero()) return quantity
  const product = quantity.times(price).abs()
  const isContracts =
    product.isZero() || value.isZero()
      ? !quantity.modulo(SHARES_PER_CONTRACT).isZero()
      : value.abs().greaterThan(product.times(SHARES_PER_CONTRACT / 10))
  return isContracts ? quantity.times(SHARES_PER_CONTRACT) : quantity
}

type Coded = { iso_currency_code: string | null; unofficial_currency_code: string | null }

/**
 * The ISO 4217 code and how many of Plaid's units make one: 100 for `GBX`. `otherwise` if none is named. Units without
 * a three-letter code, such as `USDT`, become `XXX`, ISO 4217's code for no currency, so that nothing is mistaken for
 * dollars. Source: https://plaid.com/docs/api/accounts/#currency-code-schema
 */
export function currencyIn(coded: Coded, otherwise: string): { currency: string; units: number } {
  const code = coded.iso_currency_code ?? coded.unofficial_currency_code ?? otherwise
  return /^[A-Za-z]{3}$/.test(code) ? currencyUnitOf(code) : { currency: 'XXX', units: 1 }
}
