// Finds the sheet of a workbook that is a broker's export, or else the one most like an account history.
import { COLUMN_NAMES } from '../columns/column-names.ts'
import { normalizeWords } from '../columns/normalize-words.ts'
import type { RawRow } from '../csv-rows.ts'
import { looksLikeDate } from '../dates.ts'
import type { Format } from '../format.ts'
import { FIRST_ROWS, notATable, recognizeRows, TABLE_COLUMNS_MIN } from '../recognize.ts'
import type { Workbook } from './workbook.ts'

/** The most sheets examined. */
const SHEETS_MAX = 30

export type ChosenSheet = { format: Format | null; sheet: number }

/**
 * `format` is null if no format recognizes a sheet; then the sheet with the most known column names is chosen. Throws
 * `UnreadableFileError` if no sheet has a table with dates.
 */
export async function chooseSheet(workbook: Workbook): Promise<ChosenSheet> {
  let known: ChosenSheet & { score: number } = { format: null, sheet: 0, score: 0 }
  let likeliest = { sheet: 0, score: 0 }
  for (const sheet of workbook.sheets.slice(0, SHEETS_MAX).keys()) {
    const rows = await firstRowsOf(workbook.rows(sheet))
    const found = recognizeRows(rows)
    if (found.score > known.score) known = { ...found, sheet }
    const score = tableScore(rows)
    if (score > likeliest.score) likeliest = { sheet, score }
  }
  if (known.format) return { format: known.format, sheet: known.sheet }
  if (likeliest.score === 0) throw notATable()
  return { format: null, sheet: likeliest.sheet }
}

async function firstRowsOf(rows: AsyncGenerator<RawRow>): Promise<string[][]> {
  const first: string[][] = []
  for await (const { cells } of rows) if (first.push(cells) >= FIRST_ROWS) break
  return first
}

const NAMES = new Set(Object.values(COLUMN_NAMES).flat())

/** 0 for rows without a date among other cells, higher with each known column name. */
function tableScore(rows: string[][]): number {
  const isTable = rows.some((cells) => cells.length >= TABLE_COLUMNS_MIN && cells.some(looksLikeDate))
  return isTable
    ? 1 + Math.max(0, ...rows.map((cells) => cells.filter((cell) => NAMES.has(normalizeWords(cell))).length))
    : 0
}
