// Streams the rows of one sheet while it is unpacked.
import type { RawRow } from '../csv-rows.ts'
import { dateText, numberText, unescaped } from './cell-text.ts'
import { readXml } from './xml-part.ts'

/** What the numbers in cells refer to. */
export type Meanings = { strings: string[]; isDate: boolean[]; is1904: boolean }

/** Cells further to the right are ignored. No export has this many. */
const COLUMNS_MAX = 256
const TEXT_CHARACTERS = 500

type Cell = { column: number; type: string; style: number; value: string }

/** Rows without any value are left out. `line` is the row's number in the sheet. */
export async function* sheetRows(
  pieces: AsyncIterable<Uint8Array>,
  meanings: Meanings,
): AsyncGenerator<RawRow, { endsWithinLine: boolean }> {
  let ready: RawRow[] = []
  let line = 0
  let cells: string[] = []
  let cell: Cell | null = null
  let isValue = false
  let next = 0
  const parts = readXml(pieces, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1)
        cells = []
        next = 0
      } else if (name === 'c') {
        const column = attributes['r'] === undefined ? next : columnOf(attributes['r'])
        next = column + 1
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' }
      } else if (name === 'v' || name === 't') isValue = cell !== null
    },
    text(piece) {
      if (isValue && cell && cell.value.length < TEXT_CHARACTERS)
        cell.value += piece.slice(0, TEXT_CHARACTERS - cell.value.length)
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && cell) {
        if (cell.value !== '' && cell.column >= 0 && cell.column < COLUMNS_MAX) {
          while (cells.length < cell.column) cells.push('')
          cells[cell.column] = textOf(cell, meanings)
        }
        cell = null
      } else if (name === 'row' && cells.length > 0) ready.push({ line, cells })
    },
  })
  for await (const _ of parts) {
    yield* ready
    ready = []
  }
  yield* ready
  return { endsWithinLine: false }
}

function textOf({ type, style, value }: Cell, { strings, isDate, is1904 }: Meanings): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'n':
      return isDate[style] ? dateText(value, is1904) : numberText(value)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return value.replace(/T00:00:00(\.0+)?Z?$/, '')
    default:
      // A text, a formula's result, or an error such as #N/A.
      return unescaped(value)
  }
}

/** 27 for `AB12`; -1 for an invalid address. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
