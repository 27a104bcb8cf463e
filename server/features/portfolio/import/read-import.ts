// Reads a file whose broker is recognized. Stores any other table until its owner says what the columns mean.
import type { Db } from '#server/db/open.ts'
import { headerHash } from '#engine/broker-files/columns/mapped-format.ts'
import { proposeColumns, type ProposedColumns } from '#engine/broker-files/columns/propose-columns.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import type { ColumnMapping, ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { missingFrom, unmappedWords } from '#shared/rules/column-mapping.ts'
import { rememberedMapping } from './column-mappings.ts'
import { replayableBytes } from '#engine/broker-files/replayable-bytes.ts'
import { bytesOfFile, dropFilesOf, storeFile, storeTable } from './stored-files.ts'
import { type ImportResult, createPreview, type ImportRequest } from './create-preview.ts'

/** `columns`: the owner has to say what they mean. */
export type ReadResult = ImportResult | { columns: ColumnProposal }

/** Throws the signal's reason if aborted, and then stores nothing of the file. */
export async function readImport(
  db: Db,
  stream: AsyncIterable<Uint8Array>,
  request: ImportRequest,
): Promise<ReadResult> {
  if (request.sheet) return await proposeSheetColumns(db, stream, request, request.sheet)
  const bytes = replayableBytes(stream)
  try {
    return await createPreview(db, bytes.first(), request)
  } catch (error) {
    if (!(error instanceof UnreadableFileError && error.reason === 'columns_unknown') || request.mapped)
      throw error
  }
  try {
    await storeFile(db, request, bytes.again())
    return await readUnknownTable(db, request)
  } catch (error) {
    await dropFilesOf(db, request.userId)
    if (error instanceof UnreadableFileError) return { error: error.message }
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
    if (error instanceof UnreadableFileError) return { error: error.message }
    throw error
  }
}

/** Uses the mapping chosen for an earlier file, and the guess for words that file didn't have. */
function asProposal(
  fileId: string,
  { sheets, sheet, columns, firstRows, rows, mapping }: ProposedColumns,
  remembered: ColumnMapping | null,
): ColumnProposal {
  const newWords = remembered ? unmappedWords(remembered, columns) : []
  const guessed = mapping.meanings.filter(({ word }) => newWords.includes(word))
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
