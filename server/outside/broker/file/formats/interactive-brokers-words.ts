// How Interactive Brokers describes companies' actions and names contracts, in statements and Flex Queries alike.
import type { Decimal } from 'decimal.js'
import { type Draft, handedOut, income, moved, splitBy } from '../drafts.ts'
import { optionOf, SHARES_A_CONTRACT } from '../options.ts'
import { nameOf, symbolOf } from '../symbols.ts'

/** Symbol and number of shares of what was traded: of options the contracts' hundred each. */
export function tradedSymbol(text: string, quantity: Decimal): { symbol: string; size: Decimal } {
  const option = optionOf(text)
  if (option) return { symbol: option, size: quantity.times(SHARES_A_CONTRACT) }
  return { symbol: symbolOf(text), size: quantity }
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
