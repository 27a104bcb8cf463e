// A table that was found in a file of any kind, and how to look for it.
import type { RawRow } from './csv-rows.ts'
import { UnreadableFileError } from './file-errors.ts'
import type { Format } from './format.ts'

export type FoundTable = {
  /** Null for a table that no format recognizes. */
  format: Format | null
  /** The names of a workbook's visible sheets (none for a text), and the index of the sheet read. */
  sheets: string[]
  sheet: number
  rows: AsyncGenerator<RawRow, { endsWithinLine: boolean }>
  /** Closes the stream if reading stopped before its end. */
  close: () => Promise<void>
}

export type FindOptions = {
  maxBytes?: number
  signal?: AbortSignal | undefined
  /** Called with the number of bytes received so far. */
  onBytes?: (bytes: number) => void
  /** The sheet to use in a workbook that no format recognizes, from 0. The likeliest if missing. */
  sheet?: number | undefined
}

export const noSuchSheet = () => new UnreadableFileError('unknown', 'This file doesn’t have that sheet.')
