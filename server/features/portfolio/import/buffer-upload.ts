// Buffers an upload on the disk until it is complete, so that a slow sender doesn't block the reading of other files.
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { BYTES_MAX, tooLarge } from '#server/adapters/broker/file/decode.ts'
import { noTextSentence } from '#server/adapters/broker/file/file-kinds.ts'
import { ExportRefused } from '#server/adapters/broker/file/refusals.ts'
import { Problem } from '#shared/problems.ts'

/** At the same time, for the room they take on the disk; and of one person, so that few can't keep all others out. */
const FILES_MAX = 40
const FILES_EACH = 2
/** So much of a file's beginning tells that it is a picture or an archive. */
const HEAD_BYTES = 2048

/** The refusal while too many files are being uploaded or read. */
export const tooManyFiles = (): Problem =>
  new Problem('unavailable', {
    message: 'We’re busy reading other files. Please try again in a minute.',
    retryAfterSeconds: 60,
  })

const arriving = new Map<string, number>()
/** How many files lie on the disk right now: none is left behind by what was called off. */
export const uploadsInProgress = (): number => [...arriving.values()].reduce((sum, count) => sum + count, 0)

/**
 * Resolves with what `act` makes of the whole file. Nothing of it is left on the disk afterwards, whatever happens: it
 * loses its name before its first byte is written, and its room with the process that has it open. Throws
 * `ExportRefused` for what is too large, or surely no text; what `input` broke off with; and `unavailable` while too
 * many arrive, or where the disk is full. `input` is never destroyed: its owner may have to answer.
 */
export async function withBufferedUpload<T>(
  { clock, config, log }: Pick<Deps, 'clock' | 'config' | 'log'>,
  userId: string,
  input: Readable,
  act: (file: Readable) => Promise<T>,
): Promise<T> {
  const own = arriving.get(userId) ?? 0
  if (own >= FILES_EACH || uploadsInProgress() >= FILES_MAX) throw tooManyFiles()
  arriving.set(userId, own + 1)
  try {
    const file = await arrived(config.dataDir, clock.newId(), input).catch((error: unknown) => {
      throw refusedByDisk(log, error)
    })
    const whole = file.createReadStream({ start: 0, autoClose: false })
    try {
      return await act(whole)
    } finally {
      whole.destroy()
      await file.close()
    }
  } finally {
    const left = (arriving.get(userId) ?? 1) - 1
    if (left > 0) arriving.set(userId, left)
    else arriving.delete(userId)
  }
}

/** Open, and to be closed by whoever gets it. */
async function arrived(dataDir: string, name: string, input: Readable): Promise<FileHandle> {
  // The system's own place may be memory. It is good enough where nothing else may be written, as beside a bucket.
  const file = await nameless(join(dataDir, 'arriving'), name).catch(() => nameless(tmpdir(), name))
  try {
    await fill(file, input)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function nameless(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

async function fill(file: FileHandle, input: Readable): Promise<void> {
  let bytes = 0
  for await (const piece of input.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const sentence = bytes === 0 && piece.byteLength >= HEAD_BYTES ? noTextSentence(piece) : null
    if (sentence !== null) throw new ExportRefused('no_text', sentence)
    bytes += piece.byteLength
    if (bytes > BYTES_MAX) throw new ExportRefused('too_large', tooLarge(BYTES_MAX))
    await file.appendFile(piece)
  }
}

/** What the system says of a file, as a refusal; anything else stays what it is. */
function refusedByDisk(log: Deps['log'], error: unknown): unknown {
  // A sender who leaves is an error of the system, too, but of no file.
  if (!(error instanceof Error) || !('syscall' in error) || !('errno' in error)) return error
  if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return error
  log.error({ error: error.message }, 'a file could not be kept until it is read')
  return new Problem('unavailable', { retryAfterSeconds: 60 })
}
