// Stores pictures as files in the data directory: the default if no bucket is set.
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Log } from '#server/log.ts'
import type { Clock } from '#server/clock.ts'
import { Problem } from '#shared/problems.ts'
import { isObjectKey, keyFromUrl, signUploadUrl } from './disk-upload-url.ts'
import type { Storage } from './port.ts'
import { reportFailure } from './report-failure.ts'

export type DiskSettings = {
  /** Absolute. Objects are in its folder `objects`. */
  dataDir: string
  /**
   * The first one signs upload URLs, and all of them verify. Every copy of the server that uses this disk must have the
   * same secrets.
   */
  secrets: readonly [string, ...string[]]
  clock: Clock
  log: Log
}

const DAY_MS = 86_400_000
/** The prefix of files that are being written. No object key starts with a dot, so they can't be read yet. */
const UNFINISHED = '.unfinished-'

/** The storage on this machine's disk. Its upload URLs are root-relative; `serveDiskUploads` serves them. */
export function openDiskStorage(settings: DiskSettings): Storage {
  return {
    signUpload: async (key, terms) =>
      signUploadUrl(settings.secrets[0], checkedKey(key), terms, settings.clock.now()),
    keyOf: keyFromUrl,
    read: (key, maxBytes) => withDiskErrors(settings, () => readObject(settings, key, maxBytes)),
    write: (key, bytes) => writeObject(settings, key, [bytes]),
    remove: (key) => withDiskErrors(settings, () => rm(fileOf(settings, key), { force: true })),
    list: () => listObjects(settings),
    uploadOrigins: [],
  }
}

/**
 * Writes an object from its parts, which may arrive slowly. It appears complete or not at all, and replaces an existing
 * one. Throws the error of `parts`, and `Problem('storage_unavailable')` if the disk is full or can't be written.
 */
export async function writeObject(
  settings: DiskSettings,
  key: string,
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  const target = fileOf(settings, key)
  const unfinished = join(folderOf(settings), `${UNFINISHED}${settings.clock.newId()}`)
  await withDiskErrors(settings, async () => {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await writeParts(file, parts)
      await rename(unfinished, target)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  })
}

/** Deletes uploads that weren't used within a day, and files that a crash left unfinished. Returns their number. */
export async function sweepDiskUploads(settings: DiskSettings): Promise<number> {
  const folder = folderOf(settings)
  const cutoffMs = settings.clock.now().getTime() - DAY_MS
  let removed = 0
  for (const path of await readdir(folder, { recursive: true }).catch(() => [])) {
    if (!path.startsWith('incoming') && !path.startsWith(UNFINISHED)) continue
    const file = await stat(join(folder, path)).catch(() => null)
    if (!file?.isFile() || file.mtimeMs > cutoffMs) continue
    await rm(join(folder, path), { force: true })
    removed += 1
  }
  return removed
}

async function writeParts(file: FileHandle, parts: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const part of parts) await file.writeFile(part)
    // Without this, a power failure after the rename could leave an empty file that a profile links to for years.
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function readObject(settings: DiskSettings, key: string, maxBytes: number): Promise<Buffer | null> {
  const file = await open(fileOf(settings, key), 'r').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    if ((await file.stat()).size > maxBytes) throw new Problem('picture_too_large')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function* listObjects(settings: DiskSettings): AsyncGenerator<string> {
  const options = { recursive: true, withFileTypes: true } as const
  const files = await withDiskErrors(settings, () =>
    readdir(folderOf(settings), options).catch((error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT') return []
      throw error
    }),
  )
  for (const file of files) {
    const key = relative(folderOf(settings), join(file.parentPath, file.name)).replaceAll('\\', '/')
    if (file.isFile() && isObjectKey(key)) yield key
  }
}

const folderOf = (settings: DiskSettings) => join(settings.dataDir, 'objects')
const fileOf = (settings: DiskSettings, key: string) => join(folderOf(settings), checkedKey(key))

function checkedKey(key: string): string {
  if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`)
  return key
}

/** Turns errors of the file system (full, read-only, missing) into a `Problem` and logs the reason. */
async function withDiskErrors<T>(settings: DiskSettings, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    reportFailure(settings.log, error, { message: 'the disk storage failed', code })
    throw new Problem('storage_unavailable', { retryAfterSeconds: 60 })
  }
}

/**
 * The code of a system error, such as `ENOSPC`; undefined for any other error, so that problems and bugs pass through.
 */
function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
