// Proposes a column mapping for a file of an unknown broker, for its owner to check.
import type { ColumnMapping, ColumnProposal } from '#shared/contracts/column-mapping.ts'
import type { RawRow } from '../csv-rows.ts'
import { findTable } from '../find-table.ts'
import { ROWS_MAX } from '../read-export.ts'
import { notATable } from '../recognize.ts'
import { UnreadableFileError, BrokenFileError, quoted } from '../file-errors.ts'
import { guessMapping } from './guess-mapping.ts'
import type { MappedTable } from './mapped-format.ts'
import { scanTable, type ScannedTable } from './scan-table.ts'

export type ProposedColumns = Pick<ColumnProposal, 'sheets' | 'sheet' | 'columns' | 'firstRows' | 'rows'> & {
  mapping: ColumnMapping
  table: MappedTable
}

/** `sheet`: the sheet of a workbook, from 0. */
type Options = { sheet?: number; signal?: AbortSignal | undefined; onRows?: (rows: number) => void }

/** Longer cells are cut, because more text doesn't help the owner. */
const CELL_CHARACTERS = 120
const WORDS_OF_A_COLUMN = 100

/** Throws `UnreadableFileError` if there is no table with dates, and the signal's reason. */
export async function proposeColumns(
  stream: AsyncIterable<Uint8Array>,
  options: Options,
): Promise<ProposedColumns> {
  const { signal, sheet } = options
  const found = await findTable(stream, { signal, sheet })
  try {
    const scanned = await scanTable(untilBroken(found.rows), { ...options, maxRows: ROWS_MAX })
    if (!scanned) throw found.sheets.length > 1 ? notATableIn(found.sheets[found.sheet] ?? '') : notATable()
    const { sheets } = found
    return { ...described(scanned, found.sheet), sheets, sheet: found.sheet }
  } finally {
    await found.close()
  }
}

const notATableIn = (sheet: string) =>
  new UnreadableFileError(
    'unknown',
    `The sheet ${quoted(sheet)} has no table with dates. Choose another sheet.`,
  )

/** Stops silently at a break in the file, which is reported when the file is read. */
async function* untilBroken(rows: AsyncGenerator<RawRow>): AsyncGenerator<RawRow> {
  try {
    yield* rows
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error
  }
}

function described(scanned: ScannedTable, sheet: number): Omit<ProposedColumns, 'sheets' | 'sheet'> {
  const { header, columns, firstRows, rows } = scanned
  return {
    columns: columns.map(({ name, words, rows: filled }) => ({
      name: name.slice(0, CELL_CHARACTERS),
      rows: filled,
      words:
        words &&
        [...words]
          .toSorted((a, b) => b[1] - a[1])
          .slice(0, WORDS_OF_A_COLUMN)
          .map(([word, count]) => ({ word, rows: count })),
    })),
    firstRows: firstRows.map(({ line, cells }) => ({
      line,
      cells: columns.map((_, index) => (cells[index] ?? '').trim().slice(0, CELL_CHARACTERS)),
    })),
    rows,
    mapping: guessMapping(scanned),
    table: { header, width: columns.length, sheet },
  }
}
