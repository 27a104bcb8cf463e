// What counts as a ticker (spec answer 26).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalTicker } from '#shared/rules/tickers.ts'

// @spec-5.28
test.each([
  ['AAPL', 'AAPL'],
  [' aapl\n', 'AAPL'],
  ['brk.b', 'BRK.B'],
  ['^gspc', '^GSPC'],
  ['eurusd=x', 'EURUSD=X'],
  ['btc-usd', 'BTC-USD'],
  ['es/h6', 'ES/H6'],
  ['7203.t', '7203.T'],
  ['a', 'A'],
  ['ABCDEFGHIJKL', 'ABCDEFGHIJKL'],
  ['ABCDEFGHIJKLM', null],
  ['', null],
  ['   ', null],
  ['$AAPL', null],
  ['AA PL', null],
  ['AA_PL', null],
  ['AAPL,MSFT', null],
  ['AÄPL', null],
  ['АAPL', null],
  ['AAPL\0', null],
  ['🚀', null],
])('"%s" is %s', (typed, symbol) => {
  expect(normalTicker(typed)).toBe(symbol)
})

// @spec-5.31
test('normalizing a ticker twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'aZ09.-^=/ '.split('')) })),
      (typed) => {
        const symbol = normalTicker(typed)
        if (symbol === null) return
        expect(symbol).toMatch(/^[A-Z0-9.\-^=/]{1,12}$/)
        expect(normalTicker(symbol)).toBe(symbol)
      },
    ),
  )
})
