// Reads a file whose broker is recognized; stores any other table until its owner says what the columns mean.
import type { Db } from '#server/db/open.ts'
import { headerHash } from '#server/adapters/broker/file/columns/mapped-format.ts'
import { proposeColumns, type ProposedColumns } from '#server/adapters/broker/file/columns/propose-columns.ts'
import { ExportRefused } from '#server/adapters/broker/file/refusals.ts'
import type { ColumnMapping, ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { missingFrom, unmappedWords } from '#shared/rules/column-mapping.ts'
import { rememberedMapping } from './column-mappings.ts'
import { replayableBytes } from './replayable-bytes.ts'
import { bytesOfFile, dropFilesOf, storeFile, storeTable } from './stored-files.ts'
import { type ImportResult, createPreview, type ImportRequest } from './create-preview.ts'

/** `columns`: its owner has to say what they mean. */
export type ReadResult = ImportResult | { columns: ColumnProposal }

/** Throws the signal's reason when it is aborted; then nothing of the file is left behind. */
export async function readImport(
  db: Db,
  stream: AsyncIterable<Uint8Array>,
  taking: ImportRequest,
): Promise<ReadResult> {
  if (taking.sheet) return await proposeSheetColumns(db, stream, taking, taking.sheet)
  const bytes = replayableBytes(stream)
  try {
    return await createPreview(db, bytes.first(), taking)
  } catch (error) {
    if (!(error instanceof ExportRefused && error.reason === 'columns_unknown') || taking.mapped) throw error
  }
  try {
    await storeFile(db, taking, bytes.again())
    return await readUnknownTable(db, taking)
  } catch (error) {
    await dropFilesOf(db, taking.userId)
    if (error instanceof ExportRefused) return { refused: error.message }
    throw error
  }
}

async function readUnknownTable(db: Db, taking: ImportRequest): Promise<ReadResult> {
  const { userId, id, signal, onRows } = taking
  const proposed = await proposeColumns(bytesOfFile(db, id), { signal, ...(onRows && { onRows }) })
  const { table } = proposed
  const remembered = await rememberedMapping(db, userId, headerHash(table.header))
  const proposal = asProposal(id, proposed, remembered)
  await storeTable(db, id, { proposal, table })
  const isClear = remembered && missingFrom(remembered, proposal.columns).length === 0
  if (!isClear) return { columns: proposal }
  const mapped = { mapping: remembered, table, fileId: id, isRemembered: true }
  return await createPreview(db, bytesOfFile(db, id), { ...taking, mapped })
}

async function proposeSheetColumns(
  db: Db,
  stream: AsyncIterable<Uint8Array>,
  { userId, signal }: ImportRequest,
  { fileId, sheet }: NonNullable<ImportRequest['sheet']>,
): Promise<ReadResult> {
  try {
    const proposed = await proposeColumns(stream, { signal, sheet })
    const { table } = proposed
    const remembered = await rememberedMapping(db, userId, headerHash(table.header))
    const proposal = asProposal(fileId, proposed, remembered)
    await storeTable(db, fileId, { proposal, table })
    return { columns: proposal }
  } catch (error) {
    if (error instanceof ExportRefused) return { refused: error.message }
    throw error
  }
}

/** What was chosen for an earlier file counts; of words that it didn't have, the guess does. */
function asProposal(
  fileId: string,
  { sheets, sheet, columns, firstRows, rows, mapping }: ProposedColumns,
  remembered: ColumnMapping | null,
): ColumnProposal {
  const news = remembered ? unmappedWords(remembered, columns) : []
  const guessed = mapping.meanings.filter(({ word }) => news.includes(word))
  return {
    kind: 'columns',
    fileId,
    sheets,
    sheet,
    columns,
    firstRows,
    rows,
    mapping: remembered ? { ...remembered, meanings: [...remembered.meanings, ...guessed] } : mapping,
    isRemembered: remembered !== null,
  }
}
