// The values of a workbook's cells as a text file would have them, so that both are read in one way.
import { Decimal } from 'decimal.js'

/** Number formats that Excel knows by number alone and that are dates or times (ECMA-376 part 1, 18.8.30). */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Whether a number with this format is a day or a time; `code` only for formats of the workbook's own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id) || isEastAsianDate(id)
  // Without texts in quotes, escaped letters, colors and currencies: [Red], [$-409]; [h] is a duration.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare) && !/^general$/i.test(bare.trim())
}

const DAY_MS = 86_400_000
/** Day 0 of both calendars; the first counts a February 29, 1900 that never was, so it holds from March of that year. */
const EPOCH = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
/** December 31, 9999. */
const SERIAL_MAX = 2_958_465

/** `2024-03-01`, with a time where there is one, and `09:30:00` for a time without a day; as a number beyond the calendar. */
export function dateText(value: string, is1904: boolean): string {
  const serial = Number(value)
  if (!Number.isFinite(serial) || serial < 0 || serial > SERIAL_MAX) return numberText(value)
  // To the second: a fraction of a day is rarely exact.
  const ms = Math.round((serial * DAY_MS) / 1000) * 1000
  const [day = '', time = ''] = new Date(EPOCH[is1904 ? 1904 : 1900] + ms).toISOString().split(/[T.]/)
  if (serial < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Excel itself keeps no more. */
const DIGITS = 15
const PLAIN = /^-?\d{1,15}$/

/**
 * With a decimal point and without an exponent, rounded to 15 digits as Excel shows it: 0.1 + 0.2 is 0.3. Three
 * decimals get a zero behind them, as 1.234 might else be taken for a thousand.
 */
export function numberText(value: string): string {
  if (PLAIN.test(value)) return value
  let number: Decimal
  try {
    number = new Decimal(value).toSignificantDigits(DIGITS)
  } catch {
    return value
  }
  if (!number.isFinite() || number.abs().gte(1e21)) return value
  const text = number.toFixed()
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Characters that XML can't hold are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19); a NUL is left out. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
        .replaceAll('\0', '')
    : text
