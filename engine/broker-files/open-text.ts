// Opens a text file: decodes it, recognizes its broker and gives the rows of its table.
import { csvRows } from './csv-rows.ts'
import { decode } from './decode.ts'
import { type FindOptions, type FoundTable, noSuchSheet } from './found-table.ts'
import { prepended, readHead } from './read-ahead.ts'
import { HEAD_CHARACTERS, recognize } from './recognize.ts'

const charactersIn = (pieces: readonly string[]) => pieces.reduce((sum, { length }) => sum + length, 0)

/** Throws `UnreadableFileError` if the bytes aren't text or contain no table, and the signal's reason if aborted. */
export async function openText(
  bytes: AsyncGenerator<Uint8Array>,
  { sheet, ...limits }: FindOptions,
): Promise<FoundTable> {
  const pieces = decode(bytes, limits)
  const close = async () => void (await pieces.return())
  try {
    // Enough to contain the first rows, or all of it.
    const head = (await readHead(pieces, (some) => charactersIn(some) >= HEAD_CHARACTERS)).join('')
    const found = recognize(head)
    const { format } = found
    if ((sheet ?? 0) !== 0) throw noSuchSheet()
    const text = prepended([head.replace(/^\ufeff/, '')], pieces)
    const rows = found.delimiter === null ? found.rows(text) : csvRows(text, found.delimiter, head)
    return { format, sheets: [], sheet: 0, rows, close }
  } catch (error) {
    await close()
    throw error
  }
}
