// Parses Interactive Brokers' descriptions of corporate actions and contracts, in statements and Flex Queries.
import type { Decimal } from 'decimal.js'
import { type Draft, stockDividend, income, shareTransfer, splitShares } from '../../drafts.ts'
import { optionOf, SHARES_PER_CONTRACT } from '../../options.ts'
import { quoted, RowError } from '../../file-errors.ts'
import { companyNameOf, symbolOf } from '../../symbols.ts'

/** What sections state about a contract in addition to its name. */
export type Contract = { category?: string; multiplier?: string }

/**
 * The symbol and the number of shares of a trade. Options count the shares of their contracts, a hundred each unless
 * stated. Throws `RowError` for an option without a US-style name and a multiplier.
 */
export function tradedSymbol(
  text: string,
  quantity: Decimal,
  { category = '', multiplier = '' }: Contract = {},
): { symbol: string; size: Decimal } {
  const option = optionOf(text)
  const units = /^[1-9]\d{0,5}$/.test(multiplier) ? Number(multiplier) : null
  if (option) return { symbol: option, size: quantity.times(units ?? SHARES_PER_CONTRACT) }
  // Bond names contain characters that symbols can't have, such as `T 4 5/8 09/15/26 4.5%`.
  const symbol = symbolOf(text.replaceAll(/[^\w.^=/ -]/g, '').slice(0, SYMBOL_CHARACTERS))
  if (!/^opt\b|options/i.test(category)) return { symbol, size: quantity }
  if (units === null) throw new RowError(`${quoted(text)}: the multiplier of this option is missing.`)
  return { symbol, size: quantity.times(units) }
}
const SYMBOL_CHARACTERS = 32

/** The share a payment is for: `AAPL(US0378331005) Cash Dividend USD 0.24 per Share`. Empty if there is none. */
export const shareIn = (description: string): string =>
  /^([A-Z0-9][\w .]*?) ?\([A-Z0-9]{5,12}\)/.exec(description)?.[1] ?? ''

/**
 * Whether a trade's codes mark it as short (O opens, C closes, both if one row does both): it sells short or covers. A
 * purchase that closes a short position and opens a long one counts too. Source: the statement's own section "Codes",
 * and `openCloseIndicator` in the Flex Queries' reference.
 */
export function isShortBy(codes: string, quantity: Decimal): boolean {
  const all = codes.split(/[;,\s]+/)
  return quantity.isNegative() ? all.includes('O') : all.includes('C') && !all.includes('O')
}

/** The row cancels an earlier trade (code Ca). Its replacement has the code Co and counts. */
export const isCancelled = (codes: string) => codes.split(/[;,\s]+/).includes('Ca')

/** Derivatives such as futures and CFDs, whose daily gains are cash that no row lists. */
const DERIVATIVES = /^(fut|fop|cfd|fsfop)|futures|cfd/i

/** Bonds and bills, quoted in percent of their face value. */
export const isBond = (category: string) => /^(bond|bill|treasury)/i.test(category)

export const isDerivative = (category: string) => DERIVATIVES.test(category)

/** Throws `RowError` for contracts that can't be valued. */
export function assertNotDerivative(category: string): void {
  if (!isDerivative(category)) return
  throw new RowError(
    `${quoted(category)} can’t be read: they have no holdings, and their daily gains are missing.`,
  )
}

/** `SMTOY(US8656172033) Split 8 for 1 (SMTOY, SUMITOMO ELEC INDS-UNSP ADR, US8656172033)` */
const SPLIT = /\b(?:split|stock split)\b.*?\b(\d+(?:\.\d+)?) for (\d+(?:\.\d+)?)/i
/** At the end of the description: the affected share's symbol, its name and its ISIN. */
const CHANGED = /\(([^(),]{1,30}), (.{1,120}), [^(),]{0,20}\)\s*$/

const STOCK_DIVIDENDS = /spin-?off|stock dividend|scrip|bonus|rights (issue|distribution)|subscribable/i
const TENDERED = /\btendered to\b/i
/** Shares that were removed without any payment. */
const WORTHLESS = /delist|worthless/i

/** The change in shares, and the money that came with it. */
export function corporateAction(
  description: string,
  quantity: Decimal,
  proceeds: Decimal,
): Omit<Draft, 'day'>[] {
  const changed = CHANGED.exec(description)
  const first = (description.split('(')[0] ?? '').trim()
  // In a tender offer, both sides end with the line of the tendered shares.
  const own = TENDERED.test(description) && quantity.isNegative() ? first : (changed?.[1] ?? first)
  const shared = {
    symbol: tradedSymbol(own.replace(/\.OLD$/i, ''), quantity).symbol,
    companyName: companyNameOf(changed?.[2] ?? ''),
  }
  // If shares get a new number, the old ones leave, often as .OLD, and the new ones come in.
  if (SPLIT.test(description))
    return [
      { ...shared, ...splitShares(quantity), splitPair: `split ${shared.symbol}` },
      { ...shared, ...income(proceeds) },
    ]
  if (quantity.greaterThan(0) && proceeds.isNegative() && !proceeds.isZero())
    return [{ ...shared, type: 'buy', quantity, cash: proceeds }]
  if (quantity.isNegative() && proceeds.isZero() && WORTHLESS.test(description))
    return [{ ...shared, type: 'sell', quantity, price: proceeds, cash: proceeds }]
  if (STOCK_DIVIDENDS.test(description))
    return [
      { ...shared, ...stockDividend(quantity) },
      { ...shared, ...income(proceeds) },
    ]
  const action = description.slice(0, changed?.index).trim()
  return [
    { ...shared, ...shareTransfer(quantity), corporateAction: action },
    { ...shared, ...income(proceeds), corporateAction: action },
  ]
}
