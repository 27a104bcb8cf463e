// Splits text into the rows of a table. The only importer of csv-parse.
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { BrokenFileError } from './file-errors.ts'

/** `line` is 1 for the first line of the file. A row that spans several lines has the number of its first. */
export type RawRow = { line: number; cells: string[] }

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Far more than any broker's row. An unclosed quote ends here instead of filling the memory. */
const ROW_CHARACTERS_MAX = 256 * 1024

/** Small pieces keep few rows alive at a time, so they are gone before the next garbage collection. */
const PIECE_CHARACTERS = 8 * 1024

const options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: ROW_CHARACTERS_MAX,
  skip_empty_lines: false,
}

/** A table's header is within this many characters of the beginning. */
const PADDED_WITHIN = 4096
/** Merrill writes a space after each closing quote. Elsewhere such a quote is part of a text. */
const PADDED = /^(?:"[^"\n]*" ,){3}/m
const optionsFor = (beginning: string, delimiter: Delimiter) => ({
  ...options,
  delimiter,
  rtrim: PADDED.test(beginning.slice(0, PADDED_WITHIN)),
})

const NOT_CLOSED = 'A quotation mark in this line isn’t closed. The file was cut off, or a mark is missing.'
const TOO_LONG = 'This line is too long. It may be missing a quotation mark.'

/**
 * The rows without blank lines. `head`: the beginning of the text, if it is known. Throws `BrokenFileError` at a row
 * with an unclosed quote and at an incomplete last row.
 */
export async function* csvRows(
  pieces: AsyncIterable<string>,
  delimiter: Delimiter,
  head = '',
): AsyncGenerator<RawRow, { endsWithinLine: boolean }> {
  let ready: RawRow[] = []
  let lastLine = 0
  let lastPiece = ''
  const parser = parse({
    ...optionsFor(head, delimiter),
    on_record(cells: string[], { lines }) {
      if (cells.length > 1 || cells[0] !== '') ready.push({ line: lastLine + 1, cells })
      lastLine = lines
      return null
    },
  })
  // The writer receives errors too, but without a listener they would crash the process.
  parser.on('error', () => {})
  try {
    for await (const piece of pieces) {
      if (piece === '') continue
      lastPiece = piece
      for (let at = 0; at < piece.length; at += PIECE_CHARACTERS) {
        const part = piece.slice(at, at + PIECE_CHARACTERS)
        await settled((done) => parser.write(part, done))
        yield* ready
        ready = []
      }
    }
    await settled((done) => parser.end(done))
    yield* ready
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield* ready
    throw new BrokenFileError(lastLine + 1, error.code === 'CSV_MAX_RECORD_SIZE' ? TOO_LONG : NOT_CLOSED)
  } finally {
    parser.destroy()
  }
  return { endsWithinLine: !/[\r\n]$/.test(lastPiece) }
}

const settled = (start: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())))

/** The first rows of a text when split by this delimiter, however the text continues. */
export function firstRows(head: string, delimiter: Delimiter, count: number): string[][] {
  const rows: string[][] = []
  try {
    parseAtOnce(head, {
      ...optionsFor(head, delimiter),
      to: count,
      on_record: (cells: string[]) => {
        rows.push(cells)
        return null
      },
    })
  } catch {
    // The rows before the error are enough.
  }
  return rows
}
