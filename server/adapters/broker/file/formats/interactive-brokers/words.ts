// How Interactive Brokers describes companies' actions and names contracts, in statements and Flex Queries alike.
import type { Decimal } from 'decimal.js'
import { type Draft, handedOut, income, moved, splitBy } from '../../drafts.ts'
import { optionOf, SHARES_A_CONTRACT } from '../../options.ts'
import { quoted, RowError } from '../../refusals.ts'
import { nameOf, symbolOf } from '../../symbols.ts'

/** What sections say of a contract besides its name. */
export type Contract = { category?: string; multiplier?: string }

/**
 * Symbol and number of shares of what was traded: of options as many as their contracts are for, a hundred each where
 * nothing else is said. Throws `RowError` for an option that isn't named the American way and says no multiplier.
 */
export function tradedSymbol(
  text: string,
  quantity: Decimal,
  { category = '', multiplier = '' }: Contract = {},
): { symbol: string; size: Decimal } {
  const option = optionOf(text)
  const units = /^[1-9]\d{0,5}$/.test(multiplier) ? Number(multiplier) : null
  if (option) return { symbol: option, size: quantity.times(units ?? SHARES_A_CONTRACT) }
  // Names of bonds have marks that no symbol has, such as `T 4 5/8 09/15/26 4.5%`.
  const symbol = symbolOf(text.replaceAll(/[^\w.^=/ -]/g, '').slice(0, SYMBOL_CHARACTERS))
  if (!/^opt\b|options/i.test(category)) return { symbol, size: quantity }
  if (units === null) throw new RowError(`${quoted(text)}: the multiplier of this option is missing.`)
  return { symbol, size: quantity.times(units) }
}
const SYMBOL_CHARACTERS = 32

/** The share a payment is for: `AAPL(US0378331005) Cash Dividend USD 0.24 per Share`; empty where it is for none. */
export const shareIn = (description: string): string =>
  /^([A-Z0-9][\w .]*?) ?\([A-Z0-9]{5,12}\)/.exec(description)?.[1] ?? ''

/**
 * By the codes of a trade (O opens, C closes, both where one row does) whether it sells short or buys back; a purchase
 * that closes a short position and opens a long one is both. Source: the statement's own section "Codes", and
 * `openCloseIndicator` in the Flex Queries' reference.
 */
export function isShortBy(codes: string, quantity: Decimal): boolean {
  const all = codes.split(/[;,\s]+/)
  return quantity.isNegative() ? all.includes('O') : all.includes('C') && !all.includes('O')
}

/** The row takes an earlier trade back (the code Ca); what replaces it has the code Co, and counts. */
export const isCancelled = (codes: string) => codes.split(/[;,\s]+/).includes('Ca')

/** Contracts of which nothing is held but a promise: their gains are cash of each day, which no row tells. */
const PROMISES = /^(fut|fop|cfd|fsfop)|futures|cfd/i

/** Bonds and bills, quoted in percent of what they will pay back. */
export const isBond = (category: string) => /^(bond|bill|treasury)/i.test(category)

export const isPromise = (category: string) => PROMISES.test(category)

/** Throws `RowError` for what can't be valued. */
export function refusePromises(category: string): void {
  if (!isPromise(category)) return
  throw new RowError(
    `${quoted(category)} can’t be read: they have no holdings, and their daily gains are missing.`,
  )
}

/** `SMTOY(US8656172033) Split 8 for 1 (SMTOY, SUMITOMO ELEC INDS-UNSP ADR, US8656172033)` */
const SPLIT = /\b(?:split|stock split)\b.*?\b(\d+(?:\.\d+)?) for (\d+(?:\.\d+)?)/i
/** At the end: the share whose number changes, its name and its ISIN. */
const CHANGED = /\(([^(),]{1,30}), (.{1,120}), [^(),]{0,20}\)\s*$/

const HANDED_OUT = /spin-?off|stock dividend|scrip|bonus|rights (issue|distribution)|subscribable/i
const TENDERED = /\btendered to\b/i
/** Shares of a company that is gone: they left for nothing. */
const WORTHLESS = /delist|worthless/i

/** The change of shares, and the money that came with it. */
export function companyAction(
  description: string,
  quantity: Decimal,
  proceeds: Decimal,
): Omit<Draft, 'day'>[] {
  const changed = CHANGED.exec(description)
  const first = (description.split('(')[0] ?? '').trim()
  // Of a tender offer both sides end with the line of the shares that were tendered.
  const own = TENDERED.test(description) && quantity.isNegative() ? first : (changed?.[1] ?? first)
  const shared = {
    symbol: tradedSymbol(own.replace(/\.OLD$/i, ''), quantity).symbol,
    companyName: nameOf(changed?.[2] ?? ''),
  }
  // Where shares get another number, the old ones leave, often as .OLD, and the new ones come in.
  if (SPLIT.test(description))
    return [
      { ...shared, ...splitBy(quantity), leg: `split ${shared.symbol}` },
      { ...shared, ...income(proceeds) },
    ]
  if (quantity.greaterThan(0) && proceeds.isNegative() && !proceeds.isZero())
    return [{ ...shared, type: 'buy', quantity, cash: proceeds }]
  if (quantity.isNegative() && proceeds.isZero() && WORTHLESS.test(description))
    return [{ ...shared, type: 'sell', quantity, price: proceeds, cash: proceeds }]
  if (HANDED_OUT.test(description))
    return [
      { ...shared, ...handedOut(quantity) },
      { ...shared, ...income(proceeds) },
    ]
  const deal = { deal: description.slice(0, changed?.index).trim() }
  return [
    { ...shared, ...moved(quantity), ...deal },
    { ...shared, ...income(proceeds), ...deal },
  ]
}
