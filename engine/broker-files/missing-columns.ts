// Handles known tables that lack columns: their rows become issues that name the columns, instead of being ignored.
import { RowError } from './file-errors.ts'
import { activityTable, type Header, headerOf, type Table } from './table.ts'

/** The table's header, or one whose rows are issues with a sentence made from the missing columns' keys. */
export function headerOrIssues(
  table: Table,
  names: string[],
  sentenceFor: (missing: string[]) => string,
): Header {
  const header = headerOf(table, names)
  if (header) return header
  const missing = Object.entries(table.columns).flatMap(([key, column]) =>
    column.optional || headerOf({ ...issueTable(''), columns: { column } }, names) ? [] : [key],
  )
  return {
    table: issueTable(sentenceFor(missing)),
    places: {},
    words: [],
    pick: [],
    width: 0,
    found: 0,
  }
}

const issueTable = (sentence: string): Table =>
  activityTable({}, () => {
    throw new RowError(sentence)
  })
