// Finds quantity, price and amount by their figures: in trades, the first two multiplied give the third.
import type { Decimal } from 'decimal.js'
import type { ColumnMapping } from '#shared/contracts/column-mapping.ts'
import { isMissingValue, readNumber } from '../numbers.ts'
import { RowError } from '../file-errors.ts'
import type { ScannedColumn, ScannedTable } from './scan-table.ts'

type Columns = ColumnMapping['columns']

/** The fraction by which amounts may differ because of fees and rounding. */
const NEAR = 0.03
/** Fewer rows may agree by chance. */
const ROWS_MIN = 2
const SHARE_MIN = 0.6
/** More columns of figures would take long and are never needed. */
const COLUMNS_MAX = 12
/** A price that is off by more is in another currency. */
const FAR = 2

/** Adds the columns of quantity, price and amount that their figures identify although their names don't. */
export function withProducts(table: ScannedTable, columns: Columns): Columns {
  if (columns.quantity !== undefined && (columns.amount !== undefined || columns.price !== undefined))
    return columns
  const taken = new Set(Object.values(columns))
  const free = table.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => !taken.has(index) && isFigures(column))
    .slice(0, COLUMNS_MAX)
    .map(({ index }) => index)
  const choices = (field: 'quantity' | 'price' | 'amount') =>
    columns[field] === undefined ? free : [columns[field]]
  let found: Columns = {}
  let most = 0
  for (const amount of choices('amount'))
    for (const quantity of choices('quantity'))
      for (const price of choices('price')) {
        if (new Set([amount, quantity, price]).size < 3) continue
        const rows = agreeing(table, { quantity, price, amount })
        // On a tie between the two orders of the factors the first wins: quantities usually come before prices.
        if (rows > most) [most, found] = [rows, { quantity, price, amount }]
      }
  return { ...columns, ...found }
}

const isFigures = ({ numbers, filled }: ScannedColumn) => filled > 0 && numbers / filled >= 0.9

/** The number of rows in which quantity times price is the amount; 0 if too few of the rows with all three agree. */
function agreeing(
  table: ScannedTable,
  { quantity, price, amount }: Required<Pick<Columns, 'quantity' | 'price' | 'amount'>>,
) {
  let [agree, all] = [0, 0]
  for (const { cells } of table.sample) {
    const [size, each, sum] = [quantity, price, amount].map((index) => figureIn(table, cells, index))
    if (!size || !each || !sum) continue
    all += 1
    if (size.times(each).minus(sum).abs().lte(sum.times(NEAR))) agree += 1
  }
  return agree >= ROWS_MIN && agree >= all * SHARE_MIN ? agree : 0
}

/** Whether the price of some trade can't be in the currency of its amount. */
export function hasForeignPrices(table: ScannedTable, { quantity, price, amount }: Columns): boolean {
  if (quantity === undefined || price === undefined || amount === undefined) return false
  return table.sample.some(({ cells }) => {
    const [size, each, sum] = [quantity, price, amount].map((index) => figureIn(table, cells, index))
    if (!size || !each || !sum) return false
    const product = size.times(each)
    const isHundredths = product.dividedBy(sum).minus(100).abs().lt(3)
    return !isHundredths && (product.gt(sum.times(FAR)) || product.lt(sum.dividedBy(FAR)))
  })
}

/** The absolute value of a figure; null for an empty cell, a text and a zero. */
function figureIn({ columns }: ScannedTable, cells: string[], index: number): Decimal | null {
  const cell = cells[index]?.trim() ?? ''
  if (isMissingValue(cell)) return null
  try {
    const decided = columns[index]?.numberVotes.decide('.') ?? '.'
    const figure = readNumber(cell, decided)?.abs()
    return figure && !figure.isZero() ? figure : null
  } catch (error) {
    if (error instanceof RowError) return null
    throw error
  }
}
