// Reads a section of a person's data export, page by page.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Row } from './rules.ts'
import type { Section } from './section.ts'

/** Columns with calendar days. */
const DAYS = ['day', 'fromDay', 'toDay', 'linkedSince', 'noPriceSince']
const PAGE_ROWS = 10_000

/** A section's rows in pages. */
export async function* pagesOf(
  db: Kysely<DB>,
  { columns, order, from }: Section,
  userId: string,
): AsyncGenerator<Row[]> {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  // The driver would turn a calendar day into an instant.
  const values = sql.join(
    columns.map((name) => (DAYS.includes(name) ? sql`${sql.ref(name)}::text` : sql.ref(name))),
  )
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const { rows } = await sql<Row>`select ${values} from ${from(userId)}
      order by ${list(order)} limit ${PAGE_ROWS} offset ${offset}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) return
  }
}
