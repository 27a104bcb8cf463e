// Price rows as the log's programs read them, for tests of the rating.
import type { PriceRow } from '#engine/rating/ticker-path.ts'

/** [day, close, dividend, ratio, volume], as served and as in the published vectors. */
export type PriceRows = readonly (readonly [string, string, string, string, number | null])[]

export const rowsOf = (rows: PriceRows): PriceRow[] =>
  rows.map(([day, close, dividend, ratio, volume]) => ({ day, close, dividend, ratio, volume }))
