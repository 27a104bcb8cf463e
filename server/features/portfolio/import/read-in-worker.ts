// Reads a broker's file in a worker thread, one file at a time, and deletes everything if the request is aborted.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import { runInThread, ThreadError } from '#server/worker-thread.ts'
import { containerOf } from '#engine/broker-files/file-kinds.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import type { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Problem } from '#shared/problems.ts'
import { tooManyFiles, withBufferedUpload } from './buffer-upload.ts'
import { fetchEvents } from './market-events.ts'
import { bytesOfFile, sizeOfFile } from './stored-files.ts'
import type { ImportRequest } from './create-preview.ts'
import type { ReadResult } from './read-import.ts'
import { openLimiter } from '#server/limiter.ts'

/** The thread gets the database address and no other secret. */
type WorkerInput = Omit<ImportRequest, 'onRows' | 'signal'>
export type ReadJob = WorkerInput & { databaseUrl: string; logLevel: string }

/**
 * Fits the largest file with every cell at its maximum length. An ordinary file of 100,000 rows takes 60 (measured).
 */
const READING_MB = 400
/** The file is already on disk, so a longer run is stuck. */
const READING_MS = 120_000
const TOO_MUCH =
  'This file is too large to read at once. Export shorter date ranges and import them one at a time.'

/**
 * Starting a thread takes a third of a second of CPU time (measured). A file this small takes less and is read in this
 * process.
 */
const SMALL_BYTES = 32 * 1024

/** One at a time, because two would double the memory. */
const limiter = openLimiter({ concurrency: 1, waitingMax: 20, waitMs: 45_000, busy: tooManyFiles })

type ReadDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'log' | 'market'>
type Watch = { signal: AbortSignal; onRows: (rows: number) => void }

/**
 * `bytes`: the announced length, NaN if unknown. Throws `bad_export` with the reason if the file as a whole can't be
 * read, and `unavailable` if too many are waiting.
 */
export async function readInWorker(
  deps: ReadDeps,
  userId: string,
  input: Readable,
  { bytes, accounts, ...watch }: Watch & { bytes: number; accounts?: readonly string[] | undefined },
): Promise<Preview | ColumnProposal> {
  const { clock, market } = deps
  const taking = { userId, id: clock.newId(), at: clock.now(), isSample: market.isSample, accounts }
  return await answered(deps, taking, watch, async () => {
    const isSmall = bytes <= SMALL_BYTES
    if (!isSmall)
      // Reading starts once the whole file has arrived, so a slow connection blocks nobody.
      return await withBufferedUpload(deps, userId, input, (openFile) =>
        readKnowingEvents(deps, taking, (own) => readWithLimit(deps, own, openFile(), watch)),
      )
    // Read completely, because aborting a stream halfway would close the connection before the response.
    const content = await buffer(input)
    return await readKnowingEvents(deps, taking, (own) => readSmall(deps, own, content, watch))
  })
}

/** Reads a stored file with the columns its owner chose. Throws what `readInWorker` throws. */
export async function readStoredFile(
  deps: ReadDeps,
  userId: string,
  mapped: NonNullable<ImportRequest['mapped']>,
  watch: Watch,
): Promise<Preview> {
  const found = await readKept(deps, { userId, mapped }, mapped.fileId, watch)
  if ('kind' in found) throw new Error('A file with known columns was read again')
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
  const { db, clock, market } = deps
  const taking = { ...known, id: clock.newId(), at: clock.now(), isSample: market.isSample }
  const openFile = () => Readable.from(bytesOfFile(db, fileId))
  const isSmall = (await sizeOfFile(db, fileId)) <= SMALL_BYTES
  return await answered(deps, taking, watch, () =>
    readKnowingEvents(deps, taking, async (own) =>
      isSmall
        ? await readSmall(deps, own, await buffer(openFile()), watch)
        : await readWithLimit(deps, own, openFile(), watch),
    ),
  )
}

/**
 * If the preview would ask for shares or cash held earlier, fetches the market's splits and corporate actions, starting
 * with the missing shares, and reads the file again with them.
 */
async function readKnowingEvents(
  deps: ReadDeps,
  taking: WorkerInput,
  read: (taking: WorkerInput) => Promise<ReadResult>,
): Promise<ReadResult> {
  const first = await read(taking)
  if (!('preview' in first)) return first
  const { opening, openingCash, firstDay, symbols } = first.preview
  if ((!opening && !openingCash) || firstDay === null) return first
  const missing = opening?.positions.map(({ symbol }) => symbol) ?? []
  if (!(await fetchEvents(deps, [...new Set([...missing, ...symbols])], firstDay))) return first
  await deps.db.deleteFrom('portfolioImports').where('id', '=', taking.id).execute()
  return await read(taking)
}

async function readSmall(
  deps: ReadDeps,
  taking: WorkerInput,
  content: Buffer,
  watch: Watch,
): Promise<ReadResult> {
  const file = Readable.from([content])
  // A few kilobytes of an archive can take longer to read than a request should wait.
  if (containerOf(content)) return await readWithLimit(deps, taking, file, watch)
  const { readImport } = await import('./read-import.ts')
  return await readImport(deps.db, file, { ...taking, signal: watch.signal })
}

async function readWithLimit(
  { pool, config }: ReadDeps,
  taking: WorkerInput,
  file: Readable,
  { signal, onRows }: Watch,
): Promise<ReadResult> {
  const read = () =>
    runInThread(join(import.meta.dirname, 'read-worker.ts'), {
      data: {
        ...taking,
        databaseUrl: pool.options.connectionString ?? '',
        logLevel: config.logLevel,
      } satisfies ReadJob,
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
    if ('error' in found) throw new Problem('bad_export', { message: found.error })
    return 'preview' in found ? found.preview : found.columns
  } catch (error) {
    // The preview may have been stored just before the client disconnected.
    if (signal.aborted) {
      await db.deleteFrom('portfolioImports').where('id', '=', id).execute()
      await db.deleteFrom('portfolioImportFiles').where('id', '=', id).where('userId', '=', userId).execute()
    }
    if (error instanceof UnreadableFileError) throw new Problem('bad_export', { message: error.message })
    throw error instanceof ThreadError ? new Problem('bad_export', { message: TOO_MUCH }) : error
  }
}
