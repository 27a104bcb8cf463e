// Opens a file of any readable kind and finds its broker and the rows of its table.
import { containerOf } from './file-kinds.ts'
import type { FindOptions, FoundTable } from './found-table.ts'
import { openText } from './open-text.ts'
import { prepended, readHead } from './read-ahead.ts'
import { openContainer } from './workbook/open-container.ts'

/** The number of bytes that distinguish a container from text. */
const HEAD_BYTES = 4

const bytesIn = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** Throws `UnreadableFileError` for a file that can't be read as a whole, and the signal's reason if aborted. */
export async function findTable(
  stream: AsyncIterable<Uint8Array>,
  options: FindOptions = {},
): Promise<FoundTable> {
  const bytes = stream[Symbol.asyncIterator]()
  const head = await readHead(bytes, (pieces) => bytesIn(pieces) >= HEAD_BYTES)
  const all = prepended(head, bytes)
  const container = containerOf(Buffer.concat(head))
  return container ? await openContainer(container, all, options) : await openText(all, options)
}
