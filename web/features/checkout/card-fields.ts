// The fields of a card form: formats digits while the person types, and validates them before they are sent.
import { z } from 'zod'

const DIGITS_MAX = 19
const CODE_DIGITS_MAX = 4

const digitsOf = (typed: string) => typed.replace(/\D/g, '')
const isAmex = (digits: string) => /^3[47]/.test(digits)

/** Groups of four; 4-6-5 for American Express. */
export function formatCardNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, DIGITS_MAX)
  const groups = isAmex(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g
  if (!isAmex(digits)) return (digits.match(groups) ?? []).join(' ')
  const [, ...parts] = groups.exec(digits) ?? []
  return parts.filter(Boolean).join(' ')
}

/** "1225", "1/25", "12/2025" and "12 / 25" all become "12 / 25". */
export function formatExpiry(typed: string): string {
  const [, month = '', rest = ''] = /^(\d{0,2})(.*)$/.exec(typed.replace(/^\D+/, '')) ?? []
  // A single digit is the whole month if no month starts with it or a separator follows.
  const fullMonth = month.length === 1 && (month > '1' || /^\D/.test(rest)) ? `0${month}` : month
  const year = digitsOf(rest)
  const shortYear = year.length >= 4 && year.startsWith('20') ? year.slice(2, 4) : year.slice(0, 4)
  return shortYear === '' ? fullMonth : `${fullMonth} / ${shortYear}`
}

export const formatSecurityCode = (typed: string): string => digitsOf(typed).slice(0, CODE_DIGITS_MAX)

/** The Luhn checksum: every second digit from the right counts double. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The month and the full year of "12 / 34"; null if it isn't a month and a year. */
function parseExpiry(typed: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(formatExpiry(typed)) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: 2000 + Number(year) }
}

/** A card is valid through the end of its month, which ends last at UTC−12. */
const UTC_MINUS_12_MS = 12 * 3_600_000
const hasExpired = ({ month, year }: { month: number; year: number }) =>
  Date.UTC(year, month, 1) + UTC_MINUS_12_MS <= Date.now()

export const CardFields = z
  .object({ number: z.string(), expiry: z.string(), code: z.string(), name: z.string().trim() })
  .transform((typed, context) => {
    const addIssue = (path: keyof typeof typed, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: typed[path] })
    const number = digitsOf(typed.number)
    if (number === '') addIssue('number', 'Card number is required')
    else if (number.length < 12 || !passesLuhn(number)) addIssue('number', 'Card number isn’t valid')
    const expiry = parseExpiry(typed.expiry)
    if (typed.expiry.trim() === '') addIssue('expiry', 'Expiry is required')
    else if (!expiry) addIssue('expiry', 'Enter the expiry as MM / YY')
    else if (hasExpired(expiry)) addIssue('expiry', 'This card has expired')
    const code = digitsOf(typed.code)
    const length = isAmex(number) ? 4 : 3
    if (code === '') addIssue('code', 'Security code is required')
    else if (code.length !== length) addIssue('code', `Security code has ${length} digits`)
    return { number, month: expiry?.month ?? 0, year: expiry?.year ?? 0, code, name: typed.name }
  })
export type Card = z.output<typeof CardFields>

/** Formats an input's value on each change, and keeps the caret after the same digit. */
export function formatTyped(input: HTMLInputElement, format: (typed: string) => string): void {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  const value = format(input.value)
  if (value === input.value) return
  input.value = value
  if (isAtEnd) return
  let index = 0
  for (let digits = 0; index < value.length && digits < digitsBefore; index += 1) {
    if (/\d/.test(value[index] ?? '')) digits += 1
  }
  input.setSelectionRange(index, index)
}
