// Keyset cursors: what is written can be read, and nothing else can.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_PAGE, paginate, decodeCursor, encodeCursor } from '#server/db/page.ts'
import { Problem } from '#shared/problems.ts'

const place = fc.record({
  createdAt: fc.date({ min: new Date(0), max: FIRST_PAGE.createdAt, noInvalidDate: true }),
  id: fc.uuid(),
})

test('every place comes back from its cursor to the millisecond, and the cursor fits an address as it is', () => {
  fc.assert(
    fc.property(place, (there) => {
      expect(decodeCursor(encodeCursor(there))).toEqual(there)
      expect(encodeURIComponent(encodeCursor(there))).toBe(encodeCursor(there))
    }),
  )
})

test('without a cursor one is before everything', () => {
  expect(decodeCursor(undefined)).toEqual(FIRST_PAGE)
})

test('any other text is refused, or is a cursor we could have written', () => {
  const almost = place.chain((there) => {
    const cursor = encodeCursor(there)
    return fc
      .tuple(fc.nat(cursor.length - 1), fc.string({ maxLength: 1 }))
      .map(([at, text]) => cursor.slice(0, at) + text + cursor.slice(at + 1))
  })
  fc.assert(
    fc.property(fc.oneof(fc.string(), almost), (text) => {
      try {
        const read = decodeCursor(text)
        expect(decodeCursor(encodeCursor(read))).toEqual(read)
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_cursor' })
        expect(error).toBeInstanceOf(Problem)
      }
    }),
  )
})

test('a page shows what was asked for, and the row too many only tells that there is a next page', () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({
    createdAt: new Date(1000 - index),
    id: `00000000-0000-4000-8000-00000000000${index}`,
  }))
  expect(paginate(rows, 7)).toEqual({ rows, next: null })
  expect(paginate([], 7)).toEqual({ rows: [], next: null })
  const page = paginate(rows, 6)
  expect(page.rows).toEqual(rows.slice(0, 6))
  expect(decodeCursor(page.next ?? '')).toEqual(rows[5])
})
