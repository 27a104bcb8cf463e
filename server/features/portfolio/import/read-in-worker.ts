// Reads a broker's file in a worker thread, one file at a time, and deletes everything if the request is aborted.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import { runInThread, ThreadError } from '#server/worker-thread.ts'
import { containerOf } from '#server/adapters/broker/file/file-kinds.ts'
import { ExportRefused } from '#server/adapters/broker/file/refusals.ts'
import type { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Problem } from '#shared/problems.ts'
import { tooManyFiles, withBufferedUpload } from './buffer-upload.ts'
import { bytesOfFile, sizeOfFile } from './stored-files.ts'
import type { ImportRequest } from './create-preview.ts'
import { type ReadResult, readImport } from './read-import.ts'
import { openLimiter } from '#server/limiter.ts'

/** What the thread knows: where the database is, and no other secret. */
type Known = Omit<ImportRequest, 'onRows' | 'signal'>
export type Reading = Known & { databaseUrl: string; logLevel: string }

/** The largest file whose every cell is as long as may be; an ordinary one of 100,000 rows takes 60 (measured). */
const READING_MB = 400
/** It is on the disk by then; what takes longer is stuck. */
const READING_MS = 120_000
const TOO_MUCH =
  'This file is too large to read at once. Export shorter date ranges and import them one at a time.'

/** To start a thread takes a third of a second of a core (measured); so small a file takes less, and is read here. */
const SMALL_BYTES = 32 * 1024

/** One at a time: two of them would take the memory of two. */
const limiter = openLimiter({ concurrency: 1, waitingMax: 20, waitMs: 45_000, busy: tooManyFiles })

type ReadDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'log'>
type Watch = { signal: AbortSignal; onRows: (rows: number) => void }

/**
 * `bytes`: as they were announced; NaN where nobody said. Throws `bad_export` with the reason when the file as a whole
 * can't be read, and `unavailable` when too many wait.
 */
export async function readInWorker(
  deps: ReadDeps,
  userId: string,
  input: Readable,
  { bytes, ...watch }: Watch & { bytes: number },
): Promise<Preview | ColumnProposal> {
  const taking = { userId, id: deps.clock.newId(), at: deps.clock.now() }
  return await answered(deps, taking, watch, async () =>
    bytes <= SMALL_BYTES
      ? // As a whole: a stream that is given up would take the connection with it, and the answer.
        await readSmall(deps, taking, await buffer(input), watch)
      : // Its turn comes once all of it is here: a slow line holds nobody up.
        await withBufferedUpload(deps, userId, input, (file) => readWithLimit(deps, taking, file, watch)),
  )
}

/** A stored file once more, with the columns that its owner chose. Throws what `readInWorker` throws. */
export async function readStoredFile(
  deps: ReadDeps,
  userId: string,
  mapped: NonNullable<ImportRequest['mapped']>,
  watch: Watch,
): Promise<Preview> {
  const found = await readKept(deps, { userId, mapped }, mapped.fileId, watch)
  if ('kind' in found) throw new Error('A file whose columns are known was asked about again')
  return found
}

/** Proposes columns for another sheet of a stored workbook. Throws what `readInWorker` throws. */
export async function proposeSheet(
  deps: ReadDeps,
  userId: string,
  sheet: NonNullable<ImportRequest['sheet']>,
  watch: Watch,
): Promise<ColumnProposal> {
  const found = await readKept(deps, { userId, sheet }, sheet.fileId, watch)
  if (!('kind' in found)) throw new Error('A sheet was read without its columns')
  return found
}

async function readKept(
  deps: ReadDeps,
  known: Pick<ImportRequest, 'userId' | 'mapped' | 'sheet'>,
  fileId: string,
  watch: Watch,
): Promise<Preview | ColumnProposal> {
  const { db, clock } = deps
  const taking = { ...known, id: clock.newId(), at: clock.now() }
  const file = Readable.from(bytesOfFile(db, fileId))
  const isSmall = (await sizeOfFile(db, fileId)) <= SMALL_BYTES
  return await answered(deps, taking, watch, async () =>
    isSmall
      ? await readSmall(deps, taking, await buffer(file), watch)
      : await readWithLimit(deps, taking, file, watch),
  )
}

async function readSmall(deps: ReadDeps, taking: Known, content: Buffer, watch: Watch): Promise<ReadResult> {
  const file = Readable.from([content])
  // A few kilobytes of an archive may hold more than a request should wait for.
  if (containerOf(content)) return await readWithLimit(deps, taking, file, watch)
  return await readImport(deps.db, file, { ...taking, signal: watch.signal })
}

async function readWithLimit(
  { pool, config }: ReadDeps,
  taking: Known,
  file: Readable,
  { signal, onRows }: Watch,
): Promise<ReadResult> {
  const read = () =>
    runInThread(join(import.meta.dirname, 'read-worker.ts'), {
      data: {
        ...taking,
        databaseUrl: pool.options.connectionString ?? '',
        logLevel: config.logLevel,
      } satisfies Reading,
      input: file,
      signal,
      maxMb: READING_MB,
      maxMs: READING_MS,
      onProgress: (rows) => onRows(rows as number),
    })
  return await limiter.run(async () => (await read()) as ReadResult, signal)
}

async function answered(
  { db }: ReadDeps,
  { id, userId }: Pick<ImportRequest, 'id' | 'userId'>,
  { signal }: Watch,
  read: () => Promise<ReadResult>,
): Promise<Preview | ColumnProposal> {
  try {
    const found = await read()
    signal.throwIfAborted()
    if ('refused' in found) throw new Problem('bad_export', { message: found.refused })
    return 'preview' in found ? found.preview : found.columns
  } catch (error) {
    // It may have been written just before its owner left.
    if (signal.aborted) {
      await db.deleteFrom('portfolioImports').where('id', '=', id).execute()
      await db.deleteFrom('portfolioImportFiles').where('id', '=', id).where('userId', '=', userId).execute()
    }
    if (error instanceof ExportRefused) throw new Problem('bad_export', { message: error.message })
    throw error instanceof ThreadError ? new Problem('bad_export', { message: TOO_MUCH }) : error
  }
}
