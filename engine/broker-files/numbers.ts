// Reads numbers as brokers write them: decimal point or comma, thousands separators, currency signs, any form of minus.
import { Decimal } from 'decimal.js'
import { quoted, RowError } from './file-errors.ts'

/** No price, quantity or amount of a personal account is larger. */
export const MAGNITUDE_MAX = new Decimal(1e12)
/** Longer than any real figure. Prevents calculations with a million digits. */
const LENGTH_MAX = 60

export type DecimalMark = '.' | ','
/** `undecided`: the file has numbers of both kinds, so `1,234` is ambiguous. */
export type NumberConvention = DecimalMark | 'undecided'

const NOTHING = new Set(['', '-', '--', '---', '—', '–', 'n/a', 'na', 'null', 'none', 'not available'])
/** What brokers write instead of a number. */
export const isMissingValue = (text: string) => NOTHING.has(text.trim().toLowerCase())

type Shape = { negative: boolean; digits: string; exponent: string; mark: DecimalMark | 'either' | 'none' }

const CURRENCY =
  /(?:US|CA|AU|NZ|HK|S)?[$€£¥₹₣]|(?<![A-Za-z])(?:USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|HKD|SGD|SEK|NOK|DKK|PLN|CZK)(?![A-Za-z])/g
const PLAIN = /^(?!-[0.]+$)-?\d{1,12}(?:\.(?:\d{1,2}|\d{4,12}))?$/
const SPACES = /[\s\u00a0\u2007\u2009\u202f'’]/g
const GROUPED = /^\d{1,3}(?:([.,])\d{3})+$/

/** What a number's characters show. Null if it isn't a number, such as `=1+1`, `NaN` or `1.2.3,4`. */
function shapeOf(text: string): Shape | null {
  const trimmed = text.trim()
  if (trimmed.length > LENGTH_MAX) return null
  const parts = /^(\()?\s*([-+−]?)([^]*?)([-−]?)\s*(\))?$/.exec(trimmed.replace(CURRENCY, ''))
  if (!parts) return null
  const [, open, before, , behind, close] = parts
  if (Boolean(open) !== Boolean(close)) return null
  // The minus may also be between a currency sign and the number: $-20.00.
  const inner = /^\s*([-−]?)\s*(\d[^eE]*|[.,]\d[^eE]*)([eE][-+]?\d{1,2})?$/.exec(parts[3] ?? '')
  if (!inner) return null
  const minuses = [open, before === '+' ? '' : before, inner[1], behind].filter(Boolean).length
  if (minuses > 1) return null
  const number = (inner[2] ?? '').trim()
  if (/\s{2,}/.test(number)) return null
  const marked = markOf(number.replace(SPACES, ''))
  return marked && { ...marked, negative: minuses === 1, exponent: inner[3] ?? '' }
}

/** The digits with their separators, and which separator is the decimal mark if the number itself shows it. */
function markOf(digits: string): Pick<Shape, 'digits' | 'mark'> | null {
  const marks = digits.replaceAll(/\d/g, '')
  if (marks === '') return { digits, mark: 'none' }
  if (!/^[.,]+$/.test(marks)) return null
  const last = marks.at(-1) as DecimalMark
  const [whole, decimals] = splitAtLast(digits, last)
  if (marks.length === 1) {
    const couldBeThousands = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
    return { digits, mark: couldBeThousands ? 'either' : last }
  }
  // Repeated separators of one kind are thousands. With two kinds, the last one is the decimal mark and occurs once.
  const other: DecimalMark = last === '.' ? ',' : '.'
  if (!marks.includes(other)) return GROUPED.test(digits) ? { digits, mark: other } : null
  return whole.replace(GROUPED, '') === '' && !whole.includes(last) ? { digits, mark: last } : null
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Whether a cell is a number, in any notation. */
export const looksLikeNumber = (text: string): boolean => PLAIN.test(text) || shapeOf(text) !== null

/** Collects from all numbers of a file which decimal mark it uses. */
export function numberVotes() {
  const seen = { '.': 0, ',': 0 }
  return {
    see(text: string): void {
      if (PLAIN.test(text)) {
        if (text.includes('.')) seen['.'] += 1
        return
      }
      const mark = isMissingValue(text) ? undefined : shapeOf(text)?.mark
      if (mark === '.' || mark === ',') seen[mark] += 1
    },
    /** `fallback`: the broker's usual mark, for a file whose numbers leave it open. */
    decide(fallback: DecimalMark): NumberConvention {
      if (seen['.'] > 0 && seen[','] > 0) return 'undecided'
      if (seen['.'] === seen[',']) return fallback
      return seen['.'] > 0 ? '.' : ','
    },
  }
}

/** The number, or null for an empty cell. Throws `RowError` if it isn't a number or is implausibly large. */
export function readNumber(text: string, convention: NumberConvention): Decimal | null {
  if (convention === '.' && PLAIN.test(text)) return new Decimal(text)
  if (isMissingValue(text)) return null
  const shape = shapeOf(text)
  if (!shape) throw new RowError(`${quoted(text)} isn’t a number.`)
  if (shape.mark === 'either' && convention === 'undecided')
    throw new RowError(
      `${quoted(text)} is ambiguous, because this file has numbers with decimal points and with decimal commas.`,
    )
  const mark = shape.mark === 'either' || shape.mark === 'none' ? convention : shape.mark
  const plain =
    mark === ',' ? shape.digits.replaceAll('.', '').replace(',', '.') : shape.digits.replaceAll(',', '')
  const number = new Decimal(`${shape.negative ? '-' : ''}${plain}${shape.exponent}`)
  if (number.abs().gt(MAGNITUDE_MAX)) throw new RowError(`${quoted(text)} is too large.`)
  // Normalizes negative zero.
  return number.isZero() ? new Decimal(0) : number
}
