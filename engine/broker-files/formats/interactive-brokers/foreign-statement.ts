// Recognizes Interactive Brokers statements in languages other than English, and rejects them with an explanation of
// what to do.
import { RowError } from '../../file-errors.ts'
import { activityTable, type Header, headerOf, text } from '../../table.ts'

/** The rows are structured like a statement and contain the columns that are never translated. */
export const isForeign = (rows: string[][]) =>
  rows.length > 4 && rows.some((cells) => cells.includes('DataDiscriminator') || cells.includes('BrokerName'))

const NOT_ENGLISH =
  'This statement isn’t in English. Choose English as the language when you run it at Interactive Brokers, then import that file.'

const unsupported = activityTable({ section: text('section') }, () => {
  throw new RowError(NOT_ENGLISH)
})

/** A file whose first section has no English name: its first row becomes an issue that says what to do. */
export function foreignStatement(
  isEnglish: (section: string) => boolean,
): (section: string) => Header | null {
  let isReported = false
  return (section) => {
    if (isReported) return null
    isReported = true
    return isEnglish(section) ? null : headerOf(unsupported, ['section'])
  }
}
