// Has a broker's file read beside the server: a few at a time may wait, and whoever leaves leaves nothing behind.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import { inThread, ThreadGaveUp } from '#server/thread.ts'
import { ExportRefused } from '#server/outside/broker/file/refusals.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Problem } from '#shared/problems.ts'
import { withWholeFile } from './arriving-file.ts'
import { type Taken, takeInExport, type Taking } from './take-in-export.ts'
import { openTurns } from './turn-taking.ts'

/** What the thread knows: where the database is, and no other secret. */
export type Reading = Omit<Taking, 'onRows' | 'signal'> & { databaseUrl: string; logLevel: string }

/** The largest file whose every cell is as long as may be; an ordinary one of 100,000 rows takes 60 (measured). */
const READING_MB = 400
/** It is on the disk by then; what takes longer is stuck. */
const READING_MS = 120_000
const TOO_MUCH = 'This file is too much to read at once. Export a shorter span of time and import the parts.'

/** To start a thread takes a third of a second of a core (measured); so small a file takes less, and is read here. */
const SMALL_BYTES = 32 * 1024

/** One at a time: two of them would take the memory of two. */
const turns = openTurns({ waitingMax: 20, waitMs: 45_000 })

/** `bytes`: as they were announced; NaN where nobody said. Throws `bad_export` with the reason when the file as a whole can't be read, and `unavailable` when too many wait. */
export async function readInThread(
  { db, pool, clock, config, log }: Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'log'>,
  userId: string,
  input: Readable,
  { bytes, signal, onRows }: { bytes: number; signal: AbortSignal; onRows: (rows: number) => void },
): Promise<Preview> {
  const taking = { userId, id: clock.newId(), at: clock.now() }
  const readHere = async () =>
    // As a whole: a stream that is given up would take the connection with it, and the answer.
    await takeInExport(db, Readable.from([await buffer(input)]), { ...taking, signal })
  const read = (file: Readable) =>
    inThread(join(import.meta.dirname, 'read-thread.ts'), {
      data: {
        ...taking,
        databaseUrl: pool.options.connectionString ?? '',
        logLevel: config.logLevel,
      } satisfies Reading,
      input: file,
      signal,
      maxMb: READING_MB,
      maxMs: READING_MS,
      onTold: (rows) => onRows(rows as number),
    })
  try {
    // Its turn comes once all of it is here: a slow line holds nobody up.
    const found =
      bytes <= SMALL_BYTES
        ? await readHere()
        : await withWholeFile({ clock, config, log }, userId, input, (file) =>
            turns.take(async () => (await read(file)) as Taken, signal),
          )
    signal.throwIfAborted()
    if ('refused' in found) throw new Problem('bad_export', { message: found.refused })
    return found.preview
  } catch (error) {
    // It may have been written just before its owner left.
    if (signal.aborted) await db.deleteFrom('portfolioImports').where('id', '=', taking.id).execute()
    if (error instanceof ExportRefused) throw new Problem('bad_export', { message: error.message })
    throw error instanceof ThreadGaveUp ? new Problem('bad_export', { message: TOO_MUCH }) : error
  }
}
