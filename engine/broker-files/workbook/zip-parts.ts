// Reads the parts of a zip archive, unpacked while they are read and within a limit. The only importer of yauzl.
import yauzl from 'yauzl'
import { UnreadableFileError } from '../file-errors.ts'

/** A workbook with the most rows accepted unpacks to half of this (measured). */
const UNPACKED_MAX_MB = 300
/** An ordinary workbook has about twenty parts. */
const PARTS_MAX = 5000

export const PROTECTED = 'This workbook is protected with a password. Save it without one and try again.'
const DAMAGED = 'This file is damaged. Open it, save it again, and choose that file.'
const UNPACKED_MAX = UNPACKED_MAX_MB * 1024 * 1024
const TOO_LARGE = `This workbook unpacks to more than ${UNPACKED_MAX_MB} MB. Export shorter date ranges and import them one at a time.`

export type ZipParts = {
  names: string[]
  /**
   * The bytes of a part, empty if it doesn't exist. Throws `UnreadableFileError` for an encrypted or damaged part, and
   * if it or all parts read so far exceed `UNPACKED_MAX_MB`.
   */
  open: (name: string) => AsyncGenerator<Uint8Array, void>
}

export const damaged = (): UnreadableFileError => new UnreadableFileError('no_text', DAMAGED)

const tooLarge = () => new UnreadableFileError('too_large', TOO_LARGE)

/** Throws `UnreadableFileError` for an incomplete archive. */
export async function openZip(bytes: Buffer): Promise<ZipParts> {
  const entries = new Map<string, yauzl.Entry>()
  const zip = await orDamaged(async () => {
    const opened = await yauzl.fromBufferPromise(bytes)
    for await (const entry of opened.eachEntry())
      if (entries.set(entry.fileName, entry).size > PARTS_MAX) throw damaged()
    return opened
  })
  let unpacked = 0
  return {
    names: [...entries.keys()],
    async *open(name) {
      const entry = entries.get(name)
      if (!entry) return
      if (entry.isEncrypted()) throw new UnreadableFileError('no_text', PROTECTED)
      // yauzl checks while unpacking that no part is larger than the archive says.
      if (entry.uncompressedSize > UNPACKED_MAX) throw tooLarge()
      const stream = await orDamaged(async () => await zip.openReadStreamPromise(entry))
      try {
        for await (const piece of stream as AsyncIterable<Uint8Array>) {
          unpacked += piece.byteLength
          if (unpacked > UNPACKED_MAX) throw tooLarge()
          yield piece
        }
      } catch (error) {
        throw error instanceof UnreadableFileError ? error : damaged()
      } finally {
        stream.destroy()
      }
    },
  }
}

async function orDamaged<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    throw damaged()
  }
}
