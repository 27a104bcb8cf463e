// Keyset cursors: an encoded cursor can be decoded, and no other text can.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_PAGE, paginate, decodeCursor, encodeCursor } from '#server/db/page.ts'
import { Problem } from '#shared/problems.ts'

const place = fc.record({
  createdAt: fc.date({ min: new Date(0), max: FIRST_PAGE.createdAt, noInvalidDate: true }),
  id: fc.uuid(),
})

test('every position survives its cursor to the millisecond, and the cursor needs no URL encoding', () => {
  fc.assert(
    fc.property(place, (there) => {
      expect(decodeCursor(encodeCursor(there))).toEqual(there)
      expect(encodeURIComponent(encodeCursor(there))).toBe(encodeCursor(there))
    }),
  )
})

test('without a cursor the position is before all rows', () => {
  expect(decodeCursor(undefined)).toEqual(FIRST_PAGE)
})

test('any other text is refused, or is a valid cursor', () => {
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

test('a page has the requested number of rows, and the extra row only shows that there is a next page', () => {
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
