// A disk storage of one's own with the server that takes its uploads, over real HTTP.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { handleErrors } from '#server/http/error-replies.ts'
import { type DiskSettings, openDiskStorage } from '#server/adapters/storage/disk.ts'
import { serveDiskUploads } from '#server/adapters/storage/disk-uploads.ts'
import type { UploadTerms } from '#server/adapters/storage/port.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { log, settableClock } from './app.ts'

export const MINUTE_MS = 60_000
export const bytes = Buffer.from('as if it were a picture')
/** The terms an upload of `bytes` fulfils, and those that fix nothing. */
export const png: UploadTerms = { contentType: 'image/png', size: bytes.length }
export const open: UploadTerms = { contentType: undefined, size: undefined }

export type TestDisk = Awaited<ReturnType<typeof openTestDisk>>

/** Keeps its objects in a temporary directory, or in `dataDir`, which then stays. */
export async function openTestDisk(dataDir?: string) {
  const clock = settableClock()
  const home = dataDir ?? (await mkdtemp(join(tmpdir(), 'signalpost-disk-')))
  const settings: DiskSettings = { dataDir: home, secret: 'a secret of the tests, and long', clock, log }
  const storage = openDiskStorage(settings)
  const folder = join(home, 'objects')
  const app = Fastify()
  handleErrors(app)
  serveDiskUploads(app, settings)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const newKey = () => `incoming/${clock.newId()}/${clock.newId()}`
  return {
    clock,
    settings,
    storage,
    folder,
    origin,
    newKey,
    read: (key: string) => storage.read(key, PICTURE_MAX_BYTES),
    signed: async (terms: UploadTerms, key = newKey()) => ({
      key,
      address: new URL(await storage.signUpload(key, terms), origin).href,
    }),
    /** Names of files that are still being written, or were left so. */
    unfinished: async () => (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('.')),
    close: async () => {
      await app.close()
      if (dataDir === undefined) await rm(home, { recursive: true })
    },
  }
}
