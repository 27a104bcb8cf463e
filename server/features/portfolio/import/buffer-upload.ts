// Buffers an upload on disk until it is complete, so that a slow sender doesn't block the reading of other files.
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { BYTES_MAX, tooLarge } from '#engine/broker-files/decode.ts'
import { noTextSentence } from '#engine/broker-files/file-kinds.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import { Problem } from '#shared/problems.ts'

/** Simultaneous uploads: in total, to limit disk space, and per person, so that a few people can't block everybody. */
const FILES_MAX = 40
const FILES_EACH = 2
/** Enough of a file's beginning to recognize an image or an archive. */
const HEAD_BYTES = 2048

/** The problem returned while too many files are being uploaded or read. */
export const tooManyFiles = (): Problem =>
  new Problem('unavailable', {
    message: 'We’re busy reading other files. Please try again in a minute.',
    retryAfterSeconds: 60,
  })

const arriving = new Map<string, number>()
/** How many uploads are on disk now. Aborted uploads leave none. */
export const uploadsInProgress = (): number => [...arriving.values()].reduce((sum, count) => sum + count, 0)

/**
 * Resolves with the result of `act` on the complete file, which it may read more than once. Nothing remains on disk:
 * the file is unlinked before its first byte is written, so its space is freed when the process closes it. Throws
 * `UnreadableFileError` for a file that is too large or certainly not text, the error of `input` if it is interrupted,
 * and `unavailable` if there are too many uploads or the disk is full. `input` is never destroyed, because its owner
 * may still have to respond.
 */
export async function withBufferedUpload<T>(
  { clock, config, log }: Pick<Deps, 'clock' | 'config' | 'log'>,
  userId: string,
  input: Readable,
  act: (openFile: () => Readable) => Promise<T>,
): Promise<T> {
  const own = arriving.get(userId) ?? 0
  if (own >= FILES_EACH || uploadsInProgress() >= FILES_MAX) throw tooManyFiles()
  arriving.set(userId, own + 1)
  try {
    const file = await receiveFile(config.dataDir, clock.newId(), input).catch((error: unknown) => {
      throw diskProblem(log, error)
    })
    const opened: Readable[] = []
    try {
      return await act(() => {
        const whole = file.createReadStream({ start: 0, autoClose: false })
        opened.push(whole)
        return whole
      })
    } finally {
      for (const whole of opened) whole.destroy()
      await file.close()
    }
  } finally {
    const left = (arriving.get(userId) ?? 1) - 1
    if (left > 0) arriving.set(userId, left)
    else arriving.delete(userId)
  }
}

/** Returns an open file, which the caller closes. */
async function receiveFile(dataDir: string, name: string, input: Readable): Promise<FileHandle> {
  // The system's temporary folder may be in memory. It is used if no other folder is writable, as on servers that store
  // files in a bucket.
  const file = await openUnlinked(join(dataDir, 'arriving'), name).catch(() => openUnlinked(tmpdir(), name))
  try {
    await fill(file, input)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openUnlinked(folder: string, name: string): Promise<FileHandle> {
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
    if (sentence !== null) throw new UnreadableFileError('no_text', sentence)
    bytes += piece.byteLength
    if (bytes > BYTES_MAX) throw new UnreadableFileError('too_large', tooLarge(BYTES_MAX))
    await file.appendFile(piece)
  }
}

/** Turns a file system error into a problem. Other errors stay as they are. */
function diskProblem(log: Deps['log'], error: unknown): unknown {
  // A dropped connection is a system error too, but not one of the file system.
  if (!(error instanceof Error) || !('syscall' in error) || !('errno' in error)) return error
  if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return error
  log.error({ event: 'upload_not_buffered', error: error.message }, 'an upload could not be buffered')
  return new Problem('unavailable', { retryAfterSeconds: 60 })
}
