// Keyset pages: a cursor names the last row seen, and the next page starts right after it, whatever was added meanwhile.
import { Problem } from '#shared/problems.ts'

/** A row's place in a newest-first list. Instants have millisecond precision on both sides (`timestamptz(3)`). */
export type Place = { createdAt: Date; id: string }

/** Before everything there is: where the first page starts. */
export const NEWEST: Place = {
  createdAt: new Date('9999-12-31T00:00:00Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

const CURSOR = /^([0-9a-z]{1,10})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function writeCursor(place: Place): string {
  return `${place.createdAt.getTime().toString(36)}.${place.id}`
}

/** The place a cursor names, or the very top without one. Throws `Problem('invalid_cursor')` when it was tampered with. */
export function readCursor(cursor: string | undefined): Place {
  if (cursor === undefined) return NEWEST
  const [, millis, id] = CURSOR.exec(cursor) ?? []
  const createdAt = new Date(Number.parseInt(millis ?? '', 36))
  if (id === undefined || Number.isNaN(createdAt.getTime()) || createdAt > NEWEST.createdAt)
    throw new Problem('invalid_cursor')
  return { createdAt, id }
}

export type Page<Row> = { rows: Row[]; next: string | null }

/** Cuts a list that was asked for one row more than needed; that row only tells whether there is a next page. */
export function pageOf<Row extends Place>(rows: Row[], limit: number): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? writeCursor(last) : null }
}
