// A disk storage with a server that receives its uploads, over real HTTP.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { handleErrors } from '#server/http/error-replies.ts'
import { type DiskSettings, openDiskStorage } from '#server/adapters/storage/disk.ts'
import { serveDiskUploads } from '#server/adapters/storage/disk-uploads.ts'
import type { UploadTerms } from '#server/adapters/storage/port.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { settableClock } from '#test/settable-clock.ts'

export const MINUTE_MS = 60_000
export const bytes = Buffer.from('as if it were a picture')
/** Terms that an upload of `bytes` meets, and terms that fix nothing. */
export const pngTerms: UploadTerms = { contentType: 'image/png', size: bytes.length }
export const openTerms: UploadTerms = { contentType: undefined, size: undefined }

export type TestDisk = Awaited<ReturnType<typeof openTestDisk>>

/** Stores its objects in `dataDir`, or in a temporary directory that `close` removes. */
export async function openTestDisk(dataDir?: string) {
  const clock = settableClock()
  const home = dataDir ?? (await mkdtemp(join(tmpdir(), 'signalpost-disk-')))
  const log = pino({ level: 'silent' })
  const settings: DiskSettings = { dataDir: home, secrets: ['a secret of the tests, and long'], clock, log }
  const storage = openDiskStorage(settings)
  const folder = join(home, 'objects')
  const app = Fastify()
  handleErrors(app, log)
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
    /** The names of unfinished files. */
    unfinished: async () => (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('.')),
    close: async () => {
      await app.close()
      if (dataDir === undefined) await rm(home, { recursive: true })
    },
  }
}
