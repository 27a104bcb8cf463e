// Converts a workbook's cell values to the text a CSV file would contain, so that both are read the same way.
import { Decimal } from 'decimal.js'

/** Ids of Excel's built-in date and time formats (ECMA-376 part 1, 18.8.30). */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Whether a number with this format is a day or a time. `code` exists only for custom formats. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id) || isEastAsianDate(id)
  // Removes quoted text, escaped characters, colors and currencies: [Red], [$-409]. [h] is a duration.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare) && !/^general$/i.test(bare.trim())
}

const DAY_MS = 86_400_000
/**
 * Day 0 of both calendars. The first one includes February 29, 1900, which didn't exist, so it is valid from March of
 * that year.
 */
const EPOCH = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
/** December 31, 9999. */
const SERIAL_MAX = 2_958_465

/**
 * `2024-03-01`, followed by the time if there is one, or `09:30:00` for a time without a day. The number itself if it
 * is beyond the calendar.
 */
export function dateText(value: string, is1904: boolean): string {
  const serial = Number(value)
  if (!Number.isFinite(serial) || serial < 0 || serial > SERIAL_MAX) return numberText(value)
  // Rounded to the second, because fractions of a day are rarely exact.
  const ms = Math.round((serial * DAY_MS) / 1000) * 1000
  const [day = '', time = ''] = new Date(EPOCH[is1904 ? 1904 : 1900] + ms).toISOString().split(/[T.]/)
  if (serial < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Excel itself keeps no more. */
const DIGITS = 15
const PLAIN = /^-?\d{1,15}$/

/**
 * With a decimal point and without an exponent, rounded to 15 digits like Excel's display: 0.1 + 0.2 is 0.3. Three
 * decimals get a trailing zero, because 1.234 might otherwise be read as a thousand.
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

/** Characters that XML can't contain are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). A NUL is removed. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
        .replaceAll('\0', '')
    : text
