// Keyset pagination: a cursor names the last row of a page, and the next page starts right after it.
import { Problem } from '#shared/problems.ts'

/** A row's position in a newest-first list. Instants have millisecond precision on both sides (`timestamptz(3)`). */
export type CursorPosition = { createdAt: Date; id: string }

/** The position before all rows, where the first page starts. */
export const FIRST_PAGE: CursorPosition = {
  createdAt: new Date('9999-12-31T00:00:00Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

const CURSOR = /^([0-9a-z]{1,10})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function encodeCursor(position: CursorPosition): string {
  return `${position.createdAt.getTime().toString(36)}.${position.id}`
}

/**
 * The position that a cursor names; `FIRST_PAGE` without one. Throws `Problem('invalid_cursor')` if it was tampered
 * with.
 */
export function decodeCursor(cursor: string | undefined): CursorPosition {
  if (cursor === undefined) return FIRST_PAGE
  const [, millis, id] = CURSOR.exec(cursor) ?? []
  const createdAt = new Date(Number.parseInt(millis ?? '', 36))
  if (id === undefined || Number.isNaN(createdAt.getTime()) || createdAt > FIRST_PAGE.createdAt)
    throw new Problem('invalid_cursor')
  return { createdAt, id }
}

export type Page<Row> = { rows: Row[]; next: string | null }

/** Cuts rows that were queried with `limit + 1`. The extra row only shows that there is a next page. */
export function paginate<Row extends CursorPosition>(rows: Row[], limit: number): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? encodeCursor(last) : null }
}
