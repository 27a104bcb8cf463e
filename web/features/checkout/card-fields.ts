// A card as a person types it: how its digits are grouped, and what is wrong with it before anybody is asked.
import { z } from 'zod'

const DIGITS_MAX = 19
const CODE_DIGITS_MAX = 4

const digitsOf = (typed: string) => typed.replace(/\D/g, '')
const isAmex = (digits: string) => /^3[47]/.test(digits)

/** Groups of four; American Express 4-6-5. */
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
  // One digit that can't begin a month, or is followed by a separator, is the whole month.
  const whole = month.length === 1 && (month > '1' || /^\D/.test(rest)) ? `0${month}` : month
  const year = digitsOf(rest)
  const short = year.length >= 4 && year.startsWith('20') ? year.slice(2, 4) : year.slice(0, 4)
  return short === '' ? whole : `${whole} / ${short}`
}

export const formatSecurityCode = (typed: string): string => digitsOf(typed).slice(0, CODE_DIGITS_MAX)

/** Luhn's check sum: every second digit from the right counts double. */
function addsUp(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Month and full year of "12 / 34"; null when that is no month of a year. */
function expiryOf(typed: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(formatExpiry(typed)) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: 2000 + Number(year) }
}

/** A card is good to the end of its month, wherever on earth that ends last. */
const LATEST_ZONE_MS = 12 * 3_600_000
const isPast = ({ month, year }: { month: number; year: number }) =>
  Date.UTC(year, month, 1) + LATEST_ZONE_MS <= Date.now()

export const CardFields = z
  .object({ number: z.string(), expiry: z.string(), code: z.string(), name: z.string().trim() })
  .transform((typed, context) => {
    const wrong = (path: keyof typeof typed, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: typed[path] })
    const number = digitsOf(typed.number)
    if (number === '') wrong('number', 'Card number is required')
    else if (number.length < 12 || !addsUp(number)) wrong('number', 'Card number isn’t valid')
    const expiry = expiryOf(typed.expiry)
    if (typed.expiry.trim() === '') wrong('expiry', 'Expiry is required')
    else if (!expiry) wrong('expiry', 'Enter the expiry as MM / YY')
    else if (isPast(expiry)) wrong('expiry', 'This card has expired')
    const code = digitsOf(typed.code)
    const length = isAmex(number) ? 4 : 3
    if (code === '') wrong('code', 'Security code is required')
    else if (code.length !== length) wrong('code', `Security code has ${length} digits`)
    return { number, month: expiry?.month ?? 0, year: expiry?.year ?? 0, code, name: typed.name }
  })
export type Card = z.output<typeof CardFields>

/** Groups what is in the box while it is being typed; the caret stays after the same digit. */
export function regroup(box: HTMLInputElement, grouped: (typed: string) => string): void {
  const caret = box.selectionStart ?? box.value.length
  const isAtEnd = caret === box.value.length
  const before = digitsOf(box.value.slice(0, caret)).length
  const value = grouped(box.value)
  if (value === box.value) return
  box.value = value
  if (isAtEnd) return
  let place = 0
  for (let seen = 0; place < value.length && seen < before; place += 1) {
    if (/\d/.test(value[place] ?? '')) seen += 1
  }
  box.setSelectionRange(place, place)
}
