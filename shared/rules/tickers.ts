// What counts as a ticker symbol (answer 26).
import { TICKER_LENGTH_MAX } from '../limits.ts'

const SYMBOL = /^[A-Z0-9.\-^=/]+$/

/** The symbol trimmed and upper-cased, or null when it is not one: 1–12 of `A–Z 0–9 . - ^ = /`. */
export function normalTicker(typed: string): string | null {
  const symbol = typed.trim().toUpperCase()
  return symbol.length <= TICKER_LENGTH_MAX && SYMBOL.test(symbol) ? symbol : null
}
