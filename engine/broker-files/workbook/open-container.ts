// Opens a file in a container: finds the sheet of a workbook that holds the table, and names what can't be read.
import { UnreadableFileError } from '../file-errors.ts'
import type { Container } from '../file-kinds.ts'
import { type FindOptions, type FoundTable, noSuchSheet } from '../found-table.ts'
import { chooseSheet } from './choose-sheet.ts'
import { openWorkbook, WORKBOOK_BYTES_MAX } from './workbook.ts'
import { PROTECTED } from './zip-parts.ts'

/** Throws `UnreadableFileError` if it has no readable table, and the signal's reason if aborted. */
export async function openContainer(
  container: Container,
  stream: AsyncGenerator<Uint8Array>,
  { sheet: wanted, ...limits }: FindOptions,
): Promise<FoundTable> {
  const bytes = await collected(stream, limits)
  if (container === 'compound') throw new UnreadableFileError('no_text', compoundSentence(bytes))
  const workbook = await openWorkbook(bytes)
  const { format, sheet: likeliest } = await chooseSheet(workbook)
  const sheet = format ? likeliest : (wanted ?? likeliest)
  if (sheet >= workbook.sheets.length) throw noSuchSheet()
  return { format, sheets: workbook.sheets, sheet, rows: workbook.rows(sheet), close: async () => {} }
}

async function collected(
  stream: AsyncGenerator<Uint8Array>,
  { signal, onBytes }: FindOptions,
): Promise<Buffer> {
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

/** The stream of an encrypted workbook ([MS-OFFCRYPTO] 2.3.1), as the container spells its name. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')
const OLD_WORKBOOK = [Buffer.from('Workbook\0', 'utf16le'), Buffer.from('Book\0', 'utf16le')]

const OLD = 'This is an old Excel workbook (.xls). Open it, save it as .xlsx or CSV, then choose that file.'
const OTHER = 'This is an old Office file. Open it, save it as .xlsx or CSV, then choose that file.'

/**
 * The message for a file in the container of older Microsoft programs ([MS-CFB]): a workbook from before 2007, or an
 * encrypted newer one. The container’s directory may be anywhere in the file.
 */
function compoundSentence(bytes: Buffer): string {
  if (bytes.includes(ENCRYPTED)) return PROTECTED
  return OLD_WORKBOOK.some((name) => bytes.includes(name)) ? OLD : OTHER
}
