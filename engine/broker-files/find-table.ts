// Opens a file of any readable kind and finds its broker and the rows of its table.
import { csvRows, type RawRow } from './csv-rows.ts'
import { decode } from './decode.ts'
import { type Container, containerOf } from './file-kinds.ts'
import { flexRows } from './flex-rows.ts'
import type { Format } from './format.ts'
import { HEAD_CHARACTERS, recognize } from './recognize.ts'
import { UnreadableFileError } from './file-errors.ts'
import { chooseSheet } from './workbook/choose-sheet.ts'
import { openWorkbook, WORKBOOK_BYTES_MAX } from './workbook/workbook.ts'
import { PROTECTED } from './workbook/zip-parts.ts'

export type FoundTable = {
  /** Null for a table that no format recognizes. */
  format: Format | null
  /** The names of a workbook's visible sheets (none for a text), and the index of the sheet read. */
  sheets: string[]
  sheet: number
  rows: AsyncGenerator<RawRow, { endsWithinLine: boolean }>
  /** Closes the stream if reading stopped before its end. */
  close: () => Promise<void>
}

type Options = {
  maxBytes?: number
  signal?: AbortSignal | undefined
  onBytes?: (bytes: number) => void
  /** The sheet to use in a workbook that no format recognizes, from 0. The likeliest if missing. */
  sheet?: number | undefined
}

/** Throws `UnreadableFileError` for a file that can't be read as a whole, and the signal's reason if aborted. */
export async function findTable(
  stream: AsyncIterable<Uint8Array>,
  options: Options = {},
): Promise<FoundTable> {
  const bytes = stream[Symbol.asyncIterator]()
  const beginning = await headTags(bytes)
  const all = chained(beginning, bytes)
  const container = containerOf(Buffer.concat(beginning))
  return container ? await inContainer(container, all, options) : await inText(all, options)
}

/** The number of bytes that distinguish a container from text. */
const HEAD_BYTES = 4

async function headTags(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const head: Uint8Array[] = []
  for (let size = 0; size < HEAD_BYTES;) {
    const next = await bytes.next()
    if (next.done) break
    head.push(next.value)
    size += next.value.byteLength
  }
  return head
}

async function* chained<T>(head: T[], rest: AsyncIterator<T>): AsyncGenerator<T, void> {
  try {
    yield* head
    for (;;) {
      const next = await rest.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}

async function inText(bytes: AsyncGenerator<Uint8Array>, options: Options): Promise<FoundTable> {
  const { sheet, ...limits } = options
  const pieces = decode(bytes, limits)
  const close = async () => void (await pieces.return())
  try {
    const head = await beginningOf(pieces)
    const { format, delimiter } = recognize(head)
    if ((sheet ?? 0) !== 0) throw noSuchSheet()
    const text = chained([head.replace(/^\ufeff/, '')], pieces)
    return {
      format,
      sheets: [],
      sheet: 0,
      rows: delimiter === null ? flexRows(text) : csvRows(text, delimiter),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Enough text to contain the first rows, or all of it. */
async function beginningOf(pieces: AsyncGenerator<string, void>): Promise<string> {
  let head = ''
  while (head.length < HEAD_CHARACTERS) {
    const next = await pieces.next()
    if (next.done) break
    head += next.value
  }
  return head
}

async function inContainer(
  container: Container,
  stream: AsyncGenerator<Uint8Array>,
  { sheet: wanted, ...limits }: Options,
): Promise<FoundTable> {
  const bytes = await collected(stream, limits)
  if (container === 'compound') throw new UnreadableFileError('no_text', compoundSentence(bytes))
  const workbook = await openWorkbook(bytes)
  const { format, sheet: likeliest } = await chooseSheet(workbook)
  const sheet = format ? likeliest : (wanted ?? likeliest)
  if (sheet >= workbook.sheets.length) throw noSuchSheet()
  return { format, sheets: workbook.sheets, sheet, rows: workbook.rows(sheet), close: async () => {} }
}

async function collected(stream: AsyncGenerator<Uint8Array>, { signal, onBytes }: Options): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    signal?.throwIfAborted()
    size += piece.byteLength
    if (size > WORKBOOK_BYTES_MAX) throw new UnreadableFileError('too_large', TOO_LARGE)
    onBytes?.(size)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const TOO_LARGE = `This workbook is larger than ${WORKBOOK_BYTES_MAX / 1024 / 1024} MB. Export shorter date ranges and import them one at a time.`
const noSuchSheet = () => new UnreadableFileError('unknown', 'This file doesn’t have that sheet.')

/** The stream of an encrypted workbook ([MS-OFFCRYPTO] 2.3.1), as the container spells its name. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')
const OLD_WORKBOOK = [Buffer.from('Workbook\0', 'utf16le'), Buffer.from('Book\0', 'utf16le')]

const OLD = 'This is an old Excel workbook (.xls). Open it, save it as .xlsx or CSV, then choose that file.'
const OTHER = 'This is an old Office file. Open it, save it as .xlsx or CSV, then choose that file.'

/** The message for a file in the container of older Microsoft programs ([MS-CFB]): a workbook from before 2007, or an encrypted newer one. The container’s directory may be anywhere in the file. */
function compoundSentence(bytes: Buffer): string {
  if (bytes.includes(ENCRYPTED)) return PROTECTED
  return OLD_WORKBOOK.some((name) => bytes.includes(name)) ? OLD : OTHER
}
