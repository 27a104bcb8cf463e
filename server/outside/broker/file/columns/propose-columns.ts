// Finds out what a file without a known broker holds, so that its owner can say what the columns mean.
import type { ColumnMapping, ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { csvRows, type RawRow } from '../csv-rows.ts'
import { decode } from '../decode.ts'
import { beginning, chained } from '../read-export.ts'
import { notATable, recognise } from '../recognise.ts'
import { ExportRefused, FileBroken } from '../refusals.ts'
import { guessMapping } from './guess-mapping.ts'
import type { MappedTable } from './mapped-format.ts'
import { scanTable, type ScannedTable } from './scan-table.ts'

export type ProposedColumns = Pick<ColumnProposal, 'sheets' | 'sheet' | 'columns' | 'firstRows' | 'rows'> & {
  mapping: ColumnMapping
  table: MappedTable
}

/** `sheet`: of a workbook, from 0. */
type Options = { sheet?: number; signal?: AbortSignal | undefined; onRows?: (rows: number) => void }

/** Longer cells say nothing more to whoever looks at them. */
const CELL_CHARACTERS = 120
const WORDS_OF_A_COLUMN = 100

/** Throws `ExportRefused` for what is no table with dates in it, and the signal's reason. */
export async function proposeColumns(
  stream: AsyncIterable<Uint8Array>,
  options: Options,
): Promise<ProposedColumns> {
  const pieces = decode(stream, { signal: options.signal })
  try {
    const head = await beginning(pieces)
    const { delimiter } = recognise(head)
    if (delimiter === null) throw notATable()
    if ((options.sheet ?? 0) !== 0) throw new ExportRefused('unknown', 'This file has no such sheet.')
    const scanned = await scanTable(untilBroken(csvRows(chained(head, pieces), delimiter)), options)
    if (!scanned) throw notATable()
    return { ...described(scanned), sheets: [], sheet: 0 }
  } finally {
    await pieces.return()
  }
}

/** Where a file breaks off is said when it is read. */
async function* untilBroken(rows: AsyncGenerator<RawRow>): AsyncGenerator<RawRow> {
  try {
    yield* rows
  } catch (error) {
    if (!(error instanceof FileBroken)) throw error
  }
}

function described(scanned: ScannedTable): Omit<ProposedColumns, 'sheets' | 'sheet'> {
  const { header, columns, firstRows, rows } = scanned
  return {
    columns: columns.map(({ name, words }) => ({
      name: name.slice(0, CELL_CHARACTERS),
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
    table: { header, width: columns.length },
  }
}
