// Normalizes brokers' names of symbols and currencies.
import { quoted, RowError } from './file-errors.ts'

/** Letters, digits and the separators of share classes, indices and currency pairs. Long enough for an option. */
const SYMBOL = /^[A-Z0-9][A-Z0-9.^=/-]{0,31}$/
/** Share classes whose separator Fidelity omits. */
const CLASSES: Record<string, string> = { BRKA: 'BRK.A', BRKB: 'BRK.B', BFA: 'BF.A', BFB: 'BF.B' }

/** Upper case, and `BRK.B` for `BRK/B`, `BRK B` and `BRKB`. Throws `RowError` for an invalid symbol. */
export function symbolOf(text: string): string {
  const plain = text.trim().toUpperCase().replace(/\*+$/, '')
  const symbol = CLASSES[plain] ?? plain.replace(/^([A-Z]{1,5})[ /]([A-Z])$/, '$1.$2').replaceAll(/\s+/g, '.')
  if (!SYMBOL.test(symbol))
    throw new RowError(symbol === '' ? 'The symbol is missing.' : `${quoted(text)} isn’t a symbol.`)
  return symbol
}

/** Whether this is a CUSIP or an ISIN, which brokers write for shares without a symbol. */
export const isSecurityNumber = (symbol: string) =>
  /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(symbol) || (/^[A-Z0-9]{8}\d$/.test(symbol) && /\d/.test(symbol.slice(0, 4)))

/** A coin as a pair, because a share may have the same symbol. */
export const coinOf = (name: string): string => symbolOf(`${name.trim()}-USD`)

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Whether this is money and not a coin such as BTC or USDC. */
export const isMoney = (code: string): boolean => CURRENCIES.has(code.trim().toUpperCase())

/** Hundredths of a currency, in which some exchanges quote. */
const HUNDREDTHS: Record<string, string> = { GBX: 'GBP', GBP: 'GBP', ZAC: 'ZAR', ILA: 'ILS' }

/** The ISO 4217 code and how many of the given unit make one: 100 for `GBX` and `GBp`. Throws `RowError`. */
export function currencyUnitOf(text: string): { currency: string; units: number } {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  const isHundredth = HUNDREDTHS[upper] !== undefined && trimmed !== 'GBP'
  if (isHundredth) return { currency: HUNDREDTHS[upper] ?? upper, units: 100 }
  if (!/^[A-Z]{3}$/.test(upper)) throw new RowError(`${quoted(text)} isn’t a currency.`)
  return { currency: upper, units: 1 }
}

const NAME_CHARACTERS = 120

/** A company's name on one line, or null. It stays text, even if a spreadsheet would take it for a formula. */
export function companyNameOf(text: string): string | null {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return plain === '' ? null : [...plain].slice(0, NAME_CHARACTERS).join('')
}

/** The masked form of an account number: its last characters, at most four and never more than half of it. */
export function maskedAccount(text: string): string | undefined {
  const plain = text.replaceAll(/[^A-Za-z0-9]/g, '').replace(/^[Xx]{2,}/, '')
  if (!/\d/.test(plain)) return undefined
  const isMaskedAlready = /[Xx*.…]{2,}/.test(text)
  const shown = isMaskedAlready ? Math.min(4, plain.length) : Math.min(4, Math.floor(plain.length / 2))
  return shown === 0 ? undefined : `…${plain.slice(-shown)}`
}
