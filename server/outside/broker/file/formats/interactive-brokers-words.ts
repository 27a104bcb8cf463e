// How Interactive Brokers describes companies' actions and names contracts, in statements and Flex Queries alike.
import type { Decimal } from 'decimal.js'
import { type Draft, handedOut, income, moved, splitBy } from '../drafts.ts'
import { optionOf, SHARES_A_CONTRACT } from '../options.ts'
import { quoted, RowFault } from '../refusals.ts'
import { nameOf, symbolOf } from '../symbols.ts'

/** Symbol and number of shares of what was traded: of options the contracts' hundred each. */
export function tradedSymbol(text: string, quantity: Decimal): { symbol: string; size: Decimal } {
  const option = optionOf(text)
  if (option) return { symbol: option, size: quantity.times(SHARES_A_CONTRACT) }
  return { symbol: symbolOf(text), size: quantity }
}

/**
 * By the codes of a trade (O opens, C closes, both where one row does) whether it sells short or buys back; a purchase
 * that closes a short position and opens a long one is both. Source: the statement's own section "Codes", and
 * `openCloseIndicator` in the Flex Queries' reference.
 */
export function isShortBy(codes: string, quantity: Decimal): boolean {
  const all = codes.split(/[;,\s]+/)
  return quantity.isNegative() ? all.includes('O') : all.includes('C') && !all.includes('O')
}

/** Contracts of which nothing is held but a promise: their gains are cash of each day, which no row tells. */
const PROMISES = /^(fut|fop|cfd|fsfop)|futures|cfd/i

/** Throws `RowFault` for what can't be valued. */
export function refusePromises(category: string): void {
  if (!PROMISES.test(category)) return
  throw new RowFault(
    `${quoted(category)} can’t be read: nothing is held of them, and what they gain each day isn’t told.`,
  )
}

/** `SMTOY(US8656172033) Split 8 for 1 (SMTOY, SUMITOMO ELEC INDS-UNSP ADR, US8656172033)` */
const SPLIT = /\b(?:split|stock split)\b.*?\b(\d+(?:\.\d+)?) for (\d+(?:\.\d+)?)/i
/** At the end: the share whose number changes, its name and its ISIN. */
const CHANGED = /\(([^(),]{1,30}), (.{1,120}), [^(),]{0,20}\)\s*$/

/** The change of shares, and the money that came with it. */
export function companyAction(
  description: string,
  quantity: Decimal,
  proceeds: Decimal,
): Omit<Draft, 'day'>[] {
  const changed = CHANGED.exec(description)
  const own = (changed?.[1] ?? description.split('(')[0] ?? '').trim()
  const isOld = /\.OLD$/i.test(own)
  const shared = {
    symbol: symbolOf(own.replace(/\.OLD$/i, '')),
    companyName: nameOf(changed?.[2] ?? ''),
  }
  const isSplit = SPLIT.test(description)
  const isHandedOut = /spin-?off|stock dividend|bonus|rights (issue|distribution)|subscribable/i.test(
    description,
  )
  const shares = isSplit ? splitBy(quantity) : isHandedOut ? handedOut(quantity) : moved(quantity)
  // Where shares get another number, the old ones leave as .OLD and the new ones come in.
  const leg =
    isSplit && (isOld || /reverse|cusip|isin/i.test(description)) ? { leg: `split ${shared.symbol}` } : {}
  return [
    { ...shared, ...shares, ...leg },
    { ...shared, ...income(proceeds) },
  ]
}
