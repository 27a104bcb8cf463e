// A card as it is typed: grouping, the checks before anybody is asked, and the day of the next charge.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CardFields, formatSecurityCode, formatExpiry, formatCardNumber } from '#web/features/checkout/card-fields.ts'
import { monthAfter } from '#web/features/billing/next-charge.ts'

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
])('the number "%s" is drawn as "%s"', (typed, drawn) => {
  expect(formatCardNumber(typed)).toBe(drawn)
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
])('the expiry "%s" is drawn as "%s"', (typed, drawn) => {
  expect(formatExpiry(typed)).toBe(drawn)
})

test('grouping what is grouped changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 /x-]*$/), (typed) => {
      for (const grouped of [formatCardNumber, formatExpiry, formatSecurityCode]) {
        const once = grouped(typed)
        expect(grouped(once)).toBe(once)
      }
    }),
  )
})

describe('a card is checked on 15 November 2026', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') }))
  afterEach(() => vi.useRealTimers())

  const GOOD = { number: '4242 4242 4242 4242', expiry: '11 / 26', code: '123', name: ' Omar Haddad ' }

  test('what is sent has no gaps, a full year and a trimmed name', () => {
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
    expect(error?.issues.map(({ path, message: said }) => [path, said])).toEqual([[[name], message]])
  })

  test('American Express has four digits in its code', () => {
    const amex = { ...GOOD, number: '3782 822463 10005' }
    expect(CardFields.safeParse(amex).error?.issues[0]?.message).toBe('Security code has 4 digits')
    expect(CardFields.parse({ ...amex, code: '1234' }).code).toBe('1234')
  })
})

test.each([
  ['2026-11-21T10:00:00Z', '2026-12-21T10:00:00Z'],
  ['2026-12-31T23:59:59Z', '2027-01-31T23:59:59Z'],
  ['2027-01-31T00:00:00Z', '2027-02-28T00:00:00Z'],
  ['2028-01-30T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['2026-03-31T12:00:00Z', '2026-04-30T12:00:00Z'],
])('what is paid at %s is charged again at %s', (paid, again) => {
  expect(monthAfter(new Date(paid))).toEqual(new Date(again))
})
