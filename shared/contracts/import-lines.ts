// How the server says on the way how far a file has been read.
import { z } from 'zod'
import { ColumnProposal } from './column-mapping.ts'
import { Preview } from './import-preview.ts'

/** Whoever sends a file to `IMPORT_PATH` and accepts this is told the way there: an `ImportLine` as JSON in each line, the last with the answer or why not. */
export const IMPORT_LINES = 'application/x-ndjson'
export const ImportLine = z.union([
  z.object({ rows: z.int() }),
  z.object({ preview: Preview }),
  z.object({ columns: ColumnProposal }),
  z.object({ refused: z.looseObject({ status: z.int(), code: z.string(), message: z.string() }) }),
])
export type ImportLine = z.output<typeof ImportLine>
