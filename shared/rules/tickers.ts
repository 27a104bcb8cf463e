// Which texts are ticker symbols (spec answer 26).
import { TICKER_LENGTH_MAX } from '../limits.ts'

const SYMBOL = /^[A-Z0-9.\-^=/]+$/

/** The symbol, trimmed and uppercased; null if it isn't 1 to 12 characters of `A–Z 0–9 . - ^ = /`. */
export function normalTicker(text: string): string | null {
  const symbol = text.trim().toUpperCase()
  return symbol.length <= TICKER_LENGTH_MAX && SYMBOL.test(symbol) ? symbol : null
}
