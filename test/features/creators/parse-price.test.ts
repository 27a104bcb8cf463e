// A typed price: parsed to the cent, or refused with the message that says why.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceInputText, parsePrice } from '#web/features/creators/parse-price.ts'

describe('a typed price is parsed to the cent', () => {
  // @spec-2.146 @spec-5.38 @spec-9.5
  test.each([
    ['5', 500],
    ['5.00', 500],
    ['9.5', 950],
    ['9,5', 950],
    ['19.99', 1999],
    ['100', 10_000],
    ['100.00', 10_000],
    [' $12 ', 1200],
    ['12.', 1200],
    ['007.10', 710],
  ])('%j is %i', (typed, cents) => {
    expect(parsePrice(typed)).toEqual({ cents })
  })

  // @spec-5.38
  test('the input text of any price parses to that price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 10_000 }), (cents) => {
        expect(parsePrice(priceInputText(cents))).toEqual({ cents })
      }),
    )
  })
})

describe('a typed price is refused', () => {
  test.each([
    ['', 'Subscription price must be at least $5.00'],
    ['.', 'Subscription price must be at least $5.00'],
    ['abc', 'Subscription price must be at least $5.00'],
    ['-7', 'Subscription price must be at least $5.00'],
    ['1e1', 'Subscription price must be at least $5.00'],
    ['4.99', 'Subscription price must be at least $5.00'],
    ['4.999', 'Subscription price must be at least $5.00'],
    ['100.01', 'Subscription price can be at most $100.00'],
    ['100.001', 'Subscription price can be at most $100.00'],
    ['99999999999999999999', 'Subscription price can be at most $100.00'],
    ['9.999', 'Subscription price can have at most two decimals'],
  ])('%j', (typed, problem) => {
    expect(parsePrice(typed)).toMatchObject({ problem })
  })

  test('while typing, only an error that more typing cannot fix is final', () => {
    const isFinal = (typed: string) => {
      const parsed = parsePrice(typed)
      return parsed.cents === undefined && parsed.isFinal
    }
    expect(['', '$', '1', '4.9'].filter(isFinal)).toEqual([])
    expect(['x', '101', '9.999'].filter((typed) => !isFinal(typed))).toEqual([])
  })
})
