// The card fields: digits are grouped while they are typed, and checked before they are sent.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  CardFields,
  formatSecurityCode,
  formatExpiry,
  formatCardNumber,
} from '#web/features/checkout/card-fields.ts'

test.each([
  ['', ''],
  ['4', '4'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['3782', '3782'],
  ['37828', '3782 8'],
  ['378282246310005', '3782 822463 10005'],
  ['6304000000000000000', '6304 0000 0000 0000 000'],
  ['42424242424242424242424242', '4242 4242 4242 4242 424'],
])('the number "%s" is shown as "%s"', (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown)
})

test.each([
  ['', ''],
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['12 / 34', '12 / 34'],
  ['1/34', '01 / 34'],
  ['1/', '01'],
  ['5', '05'],
  ['05', '05'],
  ['12/2034', '12 / 34'],
  ['122034', '12 / 34'],
  ['12-34', '12 / 34'],
])('the expiry "%s" is shown as "%s"', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('formatting twice changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 /x-]*$/), (typed) => {
      for (const format of [formatCardNumber, formatExpiry, formatSecurityCode]) {
        const once = format(typed)
        expect(format(once)).toBe(once)
      }
    }),
  )
})

describe('a card is checked on 15 November 2026', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') }))
  afterEach(() => vi.useRealTimers())

  const GOOD = { number: '4242 4242 4242 4242', expiry: '11 / 26', code: '123', name: ' Omar Haddad ' }

  test('the card that is sent has no spaces, a full year and a trimmed name', () => {
    expect(CardFields.parse(GOOD)).toEqual({
      number: '4242424242424242',
      month: 11,
      year: 2026,
      code: '123',
      name: 'Omar Haddad',
    })
    expect(CardFields.parse({ ...GOOD, name: '' }).name).toBe('')
  })

  test.each([
    ['number', '', 'Card number is required'],
    ['number', '4242 4242 4242 4241', 'Card number isn’t valid'],
    ['number', '4242', 'Card number isn’t valid'],
    ['expiry', '', 'Expiry is required'],
    ['expiry', '13 / 30', 'Enter the expiry as MM / YY'],
    ['expiry', '00 / 30', 'Enter the expiry as MM / YY'],
    ['expiry', '12 / 3', 'Enter the expiry as MM / YY'],
    ['expiry', '10 / 26', 'This card has expired'],
    ['expiry', '11 / 25', 'This card has expired'],
    ['code', '', 'Security code is required'],
    ['code', '12', 'Security code has 3 digits'],
    ['code', '1234', 'Security code has 3 digits'],
  ])('%s "%s": %s', (name, value, message) => {
    const { error } = CardFields.safeParse({ ...GOOD, [name]: value })
    expect(error?.issues.map(({ path, message: text }) => [path, text])).toEqual([[[name], message]])
  })

  test('an American Express code has four digits', () => {
    const amex = { ...GOOD, number: '3782 822463 10005' }
    expect(CardFields.safeParse(amex).error?.issues[0]?.message).toBe('Security code has 4 digits')
    expect(CardFields.parse({ ...amex, code: '1234' }).code).toBe('1234')
  })
})
