// Wraps a table with an owner-defined mapping as a format like those of brokers.
import { hash } from 'node:crypto'
import { PLAIN_FILE } from '#shared/contracts/portfolio.ts'
import { COLUMN_FIELDS, type ColumnField, type ColumnMapping } from '#shared/contracts/column-mapping.ts'
import { type Format, isNote, type Sheet } from '../format.ts'
import type { Column, Header } from '../table.ts'
import { mappedReader } from './mapped-activity.ts'

/**
 * `header`: its cells, null if there is none. `width`: the number of columns. `sheet`: the sheet of a workbook, from 0.
 */
export type MappedTable = { header: string[] | null; width: number; sheet: number }

const AS: Partial<Record<ColumnField, Column['as']>> = {
  date: 'date',
  quantity: 'number',
  price: 'number',
  amount: 'number',
  fee: 'number',
  tax: 'number',
}

/** The column that holds the whole row, by which a row is recognized again. */
export const WHOLE_ROW = 'row'

/** Reads with this mapping even if the rows suggest another one: the owner decides on dates and decimals. */
export function mappedFormat(mapping: ColumnMapping, { header, width }: Omit<MappedTable, 'sheet'>): Format {
  const { dates, decimal, currency } = mapping
  const order = dates === 'mdy' ? 'mdy' : 'dmy'
  return {
    broker: mapping.broker || PLAIN_FILE,
    slug: 'mapped',
    defaults: { order, decimal, currency },
    overrides: { numbers: decimal, dates: { order } },
    confidence: () => 0,
    open: () => openSheet(headerFor(mapping, header ?? [], width), header),
  }
}

function headerFor(mapping: ColumnMapping, words: string[], width: number): Header {
  const pick = Array.from({ length: width }, (_, index) => index)
  const places: Header['places'] = { [WHOLE_ROW]: { at: pick, beside: -1, as: 'text' } }
  for (const field of COLUMN_FIELDS) {
    const index = mapping.columns[field]
    if (index !== undefined && index < width)
      places[field] = { at: [index], beside: -1, as: AS[field] ?? 'text' }
  }
  return {
    table: { holds: 'activities', columns: {}, translate: mappedReader(mapping) },
    places,
    words: pick.map((index) => words[index]?.trim() || `Column ${index + 1}`),
    pick,
    width,
    found: 0,
  }
}

/** The rows below the header. A repeated header, as in joined files, isn't a row. */
function openSheet(header: Header, cells: string[] | null): Sheet {
  const names = cells && headerText(cells)
  let hasBegun = names === null
  return {
    facts: { accounts: new Set() },
    place(row) {
      if (names !== null && headerText(row) === names) {
        hasBegun = true
        return null
      }
      return hasBegun && !isNote(header, row) ? header : null
    },
  }
}

const headerText = (cells: string[]) =>
  cells
    .map((cell) => cell.trim())
    .join('\0')
    .replace(/\0+$/, '')

/** Identifies files with the same header. Null without a header, because any file may look like that. */
export const headerHash = (header: string[] | null): string | null =>
  header && hash('sha256', headerText(header), 'base64url')
