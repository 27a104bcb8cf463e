// The terms in an option's OCC symbol: its share, expiry, side and strike, and what it is worth when exercised.
import { Decimal } from 'decimal.js'
import { isDay } from './calendar-day.ts'
import { isTicker } from './prices.ts'

export type OptionTerms = {
  /** The share's symbol. Null for a contract that delivers something else after a merger or a spin-off (`ACME1`). */
  share: string | null
  /** `YYYY-MM-DD`, a Saturday for monthly contracts before 2015. */
  expiry: string
  side: 'call' | 'put'
  strike: Decimal
}

/** Root, expiry, call or put, strike in thousandths (https://www.theocc.com, Options Symbology Initiative). */
const OCC = /^([A-Z.\d]+?)(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/
/** OCC's roots have no dots. */
const DOTTED: Record<string, string> = { BRKB: 'BRK.B', BFB: 'BF.B' }

const known = new Map<string, OptionTerms | null>()
const KNOWN_MAX = 10_000

/** Null if the symbol isn't an option's. */
export function optionTerms(symbol: string): OptionTerms | null {
  const before = known.get(symbol)
  if (before !== undefined) return before
  if (known.size >= KNOWN_MAX) known.clear()
  const terms = read(symbol)
  known.set(symbol, terms)
  return terms
}

function read(symbol: string): OptionTerms | null {
  const [, root = '', year, month, day, side, strike] = OCC.exec(symbol) ?? []
  const expiry = `20${year}-${month}-${day}`
  if (!isDay(expiry) || strike === undefined) return null
  const share = DOTTED[root] ?? root
  return {
    share: isTicker(share) ? share : null,
    expiry,
    side: side === 'C' ? 'call' : 'put',
    strike: new Decimal(strike).div(1000),
  }
}

/** Per share, never negative. */
export function intrinsicValue({ side, strike }: OptionTerms, price: Decimal): Decimal {
  return Decimal.max(side === 'call' ? price.minus(strike) : strike.minus(price), 0)
}
