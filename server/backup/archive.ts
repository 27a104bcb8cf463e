// The file format of a backup: a tar of small parts, gzipped, and encrypted in the age format if there is a key.
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { OperatorError } from '#server/log.ts'

export type Entry = { name: string; bytes: Uint8Array }
export type AddEntry = (name: string, bytes: Uint8Array) => Promise<void>

/** Optimized for speed: a backup must not take hours. */
const GZIP_LEVEL = 1
/** The key is 32 random bytes, so slow key derivation would add no protection. */
const SCRYPT_LOG_N = 10
/** The first bytes of an age file. */
const AGE = Buffer.from('age-encryption.org/v1\n')
/** The maximum size of a part. A table's part has 4 MB; the largest objects are copies of a person's data. */
const ENTRY_MAX_BYTES = 2 ** 31

/**
 * Writes the entries that `produce` adds to `to`, with backpressure, and ends it. `key`: the text of `BACKUP_KEY`, the
 * passphrase of the age file. Throws the first error of either side.
 */
export async function writeArchive(
  to: Writable,
  { key, at }: { key: string | undefined; at: Date },
  produce: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const tar = Readable.fromWeb(readable as WebStream)
  const written = pipeline(tar, createGzip({ level: GZIP_LEVEL }), encryption(key), to)
  const add: AddEntry = async (name, bytes) => {
    const entry = controller.add({ name, size: bytes.length, mtime: at, mode: 0o600 }).getWriter()
    if (bytes.length > 0) await entry.write(bytes)
    await entry.close()
  }
  const produced = produce(add).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  // The writer's error takes precedence, because it makes the producer fail too.
  const [end, start] = await Promise.allSettled([written, produced])
  const failed = [start, end].find((result) => result.status === 'rejected')
  if (failed && end.status === 'rejected' && isSystemError(end.reason)) throw end.reason
  if (failed) throw failed.reason
}

/** Errors of the output file, such as a full disk, have a code. */
const isSystemError = (error: unknown) => error instanceof Error && 'code' in error && 'syscall' in error

/**
 * The entries of an archive, in order, with one at a time in memory. Throws `OperatorError` if the key is wrong or
 * missing, or if the file is damaged or truncated.
 */
export async function* readArchive(from: Readable, key: string | undefined): AsyncGenerator<Entry> {
  const gunzip = createGunzip()
  const decrypted = pipeline(from, (source) => decryption(source as AsyncIterable<Buffer>, key), gunzip)
  // The iteration below throws the same error.
  decrypted.catch(() => {})
  try {
    const entries = (Readable.toWeb(gunzip) as ReadableStream<Uint8Array>).pipeThrough(
      createTarDecoder({ strict: true }),
    )
    for await (const { header, body } of entries as unknown as AsyncIterable<ParsedTarEntry>) {
      if (header.size > ENTRY_MAX_BYTES) throw new OperatorError(DAMAGED)
      const parts: Uint8Array[] = []
      for await (const part of body as unknown as AsyncIterable<Uint8Array>) parts.push(part)
      yield { name: header.name, bytes: Buffer.concat(parts) }
    }
    await decrypted
  } catch (error) {
    throw await explained(error, decrypted)
  } finally {
    from.destroy()
  }
}

const DAMAGED = 'The backup is damaged: its content has changed since it was written.'
const TOO_SHORT = 'The backup is incomplete: the file ends too early.'

/** The pipeline's own error is more specific than that of the reader after it. */
async function explained(error: unknown, decrypted: Promise<void>): Promise<unknown> {
  let cause = error
  try {
    await decrypted
  } catch (reason) {
    cause = reason
  }
  for (const one of [error, cause]) if (one instanceof OperatorError) return one
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new OperatorError(`The backup can't be read: ${message}`)
  if (code === 'Z_BUF_ERROR' || /truncated|unexpected end/i.test(message)) return new OperatorError(TOO_SHORT)
  return new OperatorError(DAMAGED, { cause })
}

function encryption(key: string | undefined) {
  if (key === undefined) return new PassThrough()
  return async function* (source: AsyncIterable<Buffer>) {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(key)
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
    yield* bytesOf(await encrypter.encrypt(streamOf(source)))
  }
}

async function* decryption(
  source: AsyncIterable<Buffer>,
  key: string | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < AGE.length) {
    const { done, value } = await chunks.next()
    if (done === true) throw new OperatorError(TOO_SHORT)
    start = Buffer.concat([start, value])
  }
  const isEncrypted = start.subarray(0, AGE.length).equals(AGE)
  if (!isEncrypted && (start[0] !== 0x1f || start[1] !== 0x8b))
    throw new OperatorError('This file is not a backup of Signalpost.')
  if (isEncrypted && key === undefined)
    throw new OperatorError('The backup is encrypted: set BACKUP_KEY to the key with which it was made.')
  if (!isEncrypted && key !== undefined)
    throw new OperatorError(
      'The backup is not encrypted, although BACKUP_KEY is set: unset it to use this file.',
    )
  async function* whole() {
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  if (key === undefined) return yield* whole()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  const stream = await decrypter.decrypt(streamOf(whole())).catch((error: unknown) => {
    if (/no identity matched/.test(String(error)))
      throw new OperatorError('BACKUP_KEY is not the key that this backup was made with.')
    throw error
  })
  yield* bytesOf(stream)
}

// The stream types of the browser and of Node differ, but the objects are the same.
const streamOf = (source: AsyncIterable<Uint8Array>) =>
  WebStream.from(source) as unknown as ReadableStream<Uint8Array>
const bytesOf = (stream: ReadableStream<Uint8Array>) => stream as unknown as AsyncIterable<Uint8Array>
