// Prices as people type them: read to the cent, or refused with a message that says why.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceText, readPrice } from '#web/features/creators/price-text.ts'

describe('A valid price', () => {
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
  ])('%j is read as %i cents', (typed, cents) => {
    expect(readPrice(typed)).toEqual({ cents })
  })

  // @spec-5.38
  test('is read back from what the field shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 10_000 }), (cents) => {
        expect(readPrice(priceText(cents))).toEqual({ cents })
      }),
    )
  })
})

describe('An invalid price', () => {
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
  ])('%j is refused', (typed, problem) => {
    expect(readPrice(typed)).toMatchObject({ problem })
  })

  test('is only refused while typing if more digits can’t make it valid', () => {
    const isFinal = (typed: string) => {
      const read = readPrice(typed)
      return read.cents === undefined && read.isFinal
    }
    expect(['', '$', '1', '4.9'].filter(isFinal)).toEqual([])
    expect(['x', '101', '9.999'].filter((typed) => !isFinal(typed))).toEqual([])
  })
})
