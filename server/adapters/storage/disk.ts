// Pictures kept as files below the data directory: the default when no bucket is set.
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import { Problem } from '#shared/problems.ts'
import { isObjectKey, keyInAddress, signedAddress } from './disk-address.ts'
import type { Storage } from './port.ts'

export type DiskSettings = {
  /** Absolute; objects are kept in its folder `objects`. */
  dataDir: string
  /** Signs the upload addresses; every copy of the server on this disk must have the same. */
  secret: string
  clock: Clock
  log: Logger
}

const DAY_MS = 86_400_000
/** A file still being written; no object key starts with a dot, so none can be read before it is whole. */
const UNFINISHED = '.unfinished-'

/**
 * The storage on this machine's disk. Its upload addresses are root-relative; `serveDiskUploads` answers
 * them.
 */
export function openDiskStorage(settings: DiskSettings): Storage {
  return {
    signUpload: async (key, terms) => signedAddress(settings.secret, fit(key), terms, settings.clock.now()),
    keyOf: keyInAddress,
    read: (key, maxBytes) => withFiles(settings, () => readObject(settings, key, maxBytes)),
    write: (key, bytes) => writeObject(settings, key, [bytes]),
    remove: (key) => withFiles(settings, () => rm(fileOf(settings, key), { force: true })),
    uploadOrigins: [],
  }
}

/**
 * Writes an object from its parts, which may come in slowly: it appears whole or not at all, replacing an
 * older one. What `parts` throws is passed on. Throws `Problem('storage_unavailable')` when the disk is full
 * or can't be written.
 */
export async function writeObject(
  settings: DiskSettings,
  key: string,
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  const target = fileOf(settings, key)
  const unfinished = join(folderOf(settings), `${UNFINISHED}${settings.clock.newId()}`)
  await withFiles(settings, async () => {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await fill(file, parts)
      await rename(unfinished, target)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  })
}

/**
 * Removes uploads that nobody made a picture of within a day, and what a crash left unfinished. Returns how
 * many.
 */
export async function sweepDiskUploads(settings: DiskSettings): Promise<number> {
  const folder = folderOf(settings)
  const abandoned = settings.clock.now().getTime() - DAY_MS
  let removed = 0
  for (const path of await readdir(folder, { recursive: true }).catch(() => [])) {
    if (!path.startsWith('incoming') && !path.startsWith(UNFINISHED)) continue
    const found = await stat(join(folder, path)).catch(() => null)
    if (!found?.isFile() || found.mtimeMs > abandoned) continue
    await rm(join(folder, path), { force: true })
    removed += 1
  }
  return removed
}

async function fill(file: FileHandle, parts: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const part of parts) await file.writeFile(part)
    // A profile will point here for years: a power cut after the rename must not leave an empty file.
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function readObject(settings: DiskSettings, key: string, maxBytes: number): Promise<Buffer | null> {
  const file = await open(fileOf(settings, key), 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
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

const folderOf = (settings: DiskSettings) => join(settings.dataDir, 'objects')
const fileOf = (settings: DiskSettings, key: string) => join(folderOf(settings), fit(key))

function fit(key: string): string {
  if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`)
  return key
}

/**
 * Turns what the file system refuses (full, read-only, gone) into our refusal; the operator reads the reason
 * in the log.
 */
async function withFiles<T>(settings: DiskSettings, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    settings.log.error({ code, error: String(error) }, 'the object storage on disk refused')
    throw new Problem('storage_unavailable', { retryAfterSeconds: 60 })
  }
}

/**
 * The name of a system error (`ENOSPC`); of any other error undefined, so that refusals and bugs pass
 * through.
 */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
