// Decodes a file's bytes to text in any common encoding, and rejects anything that isn't text.
import { isAscii, isUtf8 } from 'node:buffer'
import { noTextSentence } from './file-kinds.ts'
import { UnreadableFileError } from './file-errors.ts'

export const BYTES_MAX = 100 * 1024 * 1024
/** Enough to recognize a file's kind and encoding. */
const HEAD_BYTES = 4096

type Limits = { maxBytes?: number; signal?: AbortSignal | undefined; onBytes?: (bytes: number) => void }

/**
 * The text of a UTF-8, UTF-16 (either byte order) or Windows-1252 file, with or without a byte order mark, in pieces
 * that may end anywhere. Throws `UnreadableFileError` for an empty file, for a file above `maxBytes` (as soon as that
 * many bytes arrived, without reading more) and for anything that isn't text.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes = BYTES_MAX, signal, onBytes }: Limits = {},
): AsyncGenerator<string, void> {
  let total = 0
  let waiting: Uint8Array[] | null = []
  let waitingBytes = 0
  let decoder: Decoder | undefined
  for await (const piece of bytes) {
    signal?.throwIfAborted()
    total += piece.byteLength
    if (total > maxBytes) throw new UnreadableFileError('too_large', tooLarge(maxBytes))
    onBytes?.(total)
    if (waiting) {
      waiting.push(piece)
      waitingBytes += piece.byteLength
      if (waitingBytes < HEAD_BYTES) continue
    }
    const next = waiting ? Buffer.concat(waiting) : piece
    waiting = null
    decoder ??= decoderFor(next)
    yield decoder.read(next)
  }
  signal?.throwIfAborted()
  if (total === 0) throw new UnreadableFileError('empty', 'This file is empty.')
  if (waiting) {
    const whole = Buffer.concat(waiting)
    decoder = decoderFor(whole)
    yield decoder.read(whole)
  }
  if (decoder) yield decoder.end()
}

type Decoder = { read: (bytes: Uint8Array) => string; end: () => string }

function decoderFor(head: Uint8Array): Decoder {
  const sentence = noTextSentence(head)
  if (sentence) throw new UnreadableFileError('no_text', sentence)
  const utf16 = utf16Of(head)
  if (utf16) return fixedDecoder(utf16)
  return eightBitDecoder()
}

/** Detects UTF-16 by its byte order mark or by the zero bytes of Latin letters. Null if it isn't UTF-16. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const pairs = head.length / 2
  if (odd > pairs * 0.5 && even < pairs * 0.05) return 'utf-16le'
  if (even > pairs * 0.5 && odd < pairs * 0.05) return 'utf-16be'
  return null
}

function fixedDecoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  return {
    read: (bytes) => checked(decoder.decode(bytes, { stream: true })),
    end: () => checked(decoder.decode()),
  }
}

/** UTF-8 or Windows-1252. Both are the same for ASCII, so the first other byte decides, even after megabytes. */
function eightBitDecoder(): Decoder {
  let chosen: TextDecoder | undefined
  let rest: Uint8Array = new Uint8Array()
  const choose = (bytes: Uint8Array) => new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  return {
    read(bytes) {
      if (chosen) return checked(chosen.decode(bytes, { stream: true }))
      const known = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      // A UTF-8 character cut at the end of this piece waits for its remaining bytes.
      const whole = known.subarray(0, known.length - incompleteBytes(known))
      rest = known.subarray(whole.length)
      if (isAscii(whole)) return checked(Buffer.from(whole).toString('latin1'))
      chosen = choose(whole)
      rest = new Uint8Array()
      return checked(chosen.decode(known, { stream: true }))
    },
    end: () => checked((chosen ?? choose(rest)).decode(chosen ? undefined : rest)),
  }
}

/** How many bytes at the end belong to an incomplete character. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? back : 0
  }
  return 0
}

/** The fraction of control characters that a text may have. Broken terminals and old programs leave a few. */
const CONTROLS_MAX = 0.01

function checked(text: string): string {
  let controls = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0) throw noText()
    if (code < 9 || (code > 13 && code < 32)) controls += 1
  }
  if (controls > 0 && controls > text.length * CONTROLS_MAX) throw noText()
  return text
}

const noText = () =>
  new UnreadableFileError(
    'no_text',
    'This isn’t a text file. Choose the CSV or XML file that your broker exports.',
  )

/** Says how large a file may be, and what to do with a larger one. */
export function tooLarge(maxBytes: number): string {
  const size = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`
  return `This file is larger than ${size}. Export shorter date ranges and import them one at a time.`
}
