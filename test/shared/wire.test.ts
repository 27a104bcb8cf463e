// How values are encoded in JSON: decoding returns what was encoded.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Id, Instant, Paging, PostedTickers, text, Tickers } from '#shared/wire.ts'

const symbols = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom(...'ABC09.-^=/'.split('')), minLength: 1, maxLength: 12 }),
  { maxLength: 20 },
)

test('an instant keeps its milliseconds', () => {
  const moments = fc.date({
    min: new Date(0),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moments, (moment) => {
      expect(z.decode(Instant, z.encode(Instant, moment))).toEqual(moment)
    }),
  )
  expect(z.safeDecode(Instant, '2026-01-01').success).toBe(false)
})

// @spec-2.80
test('tickers are sent as a JSON list in a string, or null without any, and can be posted in that form', () => {
  fc.assert(
    fc.property(symbols, (tickers) => {
      const sent = z.encode(Tickers, tickers)
      expect(sent).toBe(tickers.length > 0 ? JSON.stringify(tickers) : null)
      expect(z.decode(Tickers, sent)).toEqual(tickers)
      expect(PostedTickers.parse(sent)).toEqual(tickers)
      expect(PostedTickers.parse(tickers.map((ticker) => ` ${ticker.toLowerCase()} `))).toEqual(tickers)
    }),
  )
  expect(PostedTickers.parse(undefined)).toEqual([])
})

test('the message names the invalid ticker, cut to 40 characters', () => {
  const messageOf = (posted: unknown) => PostedTickers.safeParse(posted).error?.issues[0]?.message ?? ''
  expect(messageOf(['AAPL', 'not one'])).toBe('"not one" isn’t a valid ticker')
  expect(messageOf(['🚀'.repeat(500)])).toBe(`"${'🚀'.repeat(40)}" isn’t a valid ticker`)
  expect(messageOf([{ deep: ['AAPL'] }])).toBe('Each ticker must be text')
})

describe('Text', () => {
  const kept = text('Say something')
  const messageOf = (value: unknown) => kept.safeParse(value).error?.issues.map(({ message }) => message)

  test('is accepted if it is well-formed and has no NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(kept.safeParse(value).success).toBe(!value.includes('\0') && value.isWellFormed())
      }),
    )
  })

  test.each([
    [undefined, 'Say something'],
    [null, 'Say something'],
    [5, 'This must be text'],
    [{}, 'This must be text'],
    ['a\0', 'Text contains characters we can’t store'],
    ['\ud800', 'Text contains characters we can’t store'],
  ])('%j is refused: %s', (value, message) => {
    expect(messageOf(value)).toEqual([message])
  })
})

test('an id is a UUID in lower or upper case', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(Id.parse(id.toUpperCase())).toBe(id)
    }),
  )
  for (const wrong of ['', 'ada', '0'.repeat(32), ` ${'0'.repeat(36)}`, 5, null])
    expect(Id.safeParse(wrong).success).toBe(false)
})

test.each([
  [undefined, 20],
  ['1', 1],
  ['100', 100],
  ['0', null],
  ['101', null],
  ['2.5', null],
  ['', null],
  ['1e400', null],
  ['ten', null],
])('a page limit of %s is %s', (limit, size) => {
  const parsed = z.object(Paging).safeParse({ limit })
  expect(parsed.success ? parsed.data.limit : null).toBe(size)
  if (!parsed.success)
    expect(new Set(parsed.error.issues.map(({ message }) => message))).toEqual(
      new Set(['limit must be a whole number from 1 to 100']),
    )
})
