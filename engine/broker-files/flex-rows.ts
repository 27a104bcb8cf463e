// Streams the elements of an XML document as rows, without holding the document in memory.
import { SaxesParser } from 'saxes'
import type { RawRow } from './csv-rows.ts'
import { BrokenFileError } from './file-errors.ts'

/**
 * Every element with attributes as a row: its name, then each attribute's name and value. Throws `BrokenFileError` if
 * the document isn't well-formed or is incomplete. Entities defined in the document are never expanded.
 */
export async function* flexRows(
  pieces: AsyncIterable<string>,
): AsyncGenerator<RawRow, { endsWithinLine: boolean }> {
  const parser = new SaxesParser()
  let ready: RawRow[] = []
  let broken: BrokenFileError | undefined
  parser.on('opentag', ({ name, attributes }) => {
    const pairs = Object.entries(attributes)
    if (pairs.length > 0) ready.push({ line: parser.line, cells: [name, ...pairs.flat()] })
  })
  parser.on('error', () => {
    broken ??= new BrokenFileError(parser.line, 'The file is cut off or damaged here.')
  })
  for await (const piece of pieces) {
    parser.write(piece)
    yield* ready
    ready = []
    if (broken) throw broken
  }
  parser.close()
  yield* ready
  if (broken) throw broken
  return { endsWithinLine: false }
}
