// Reads the figures of a row whose columns the owner named.
import type { Decimal } from 'decimal.js'
import type { ColumnField, ColumnMapping } from '#shared/contracts/column-mapping.ts'
import { ZERO } from '../drafts.ts'
import { RowError } from '../file-errors.ts'
import type { TableRow } from '../table.ts'

export type MappedRow = TableRow<ColumnField | 'row'>
/** Amounts in whole units of `currency`, null if missing. */
export type RowFigures = {
  quantity: Decimal | null
  price: Decimal | null
  amount: Decimal | null
  fee: Decimal
  tax: Decimal
  details: string
}
export type MappingContext = { figures: RowFigures; mapping: ColumnMapping }
/** Adds the column's name to an error. */
export function inColumn<T>(row: MappedRow, field: ColumnField, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RowError) || row.word(field) === '') throw error
    throw new RowError(`${row.word(field)}: ${error.message}`)
  }
}

/** "OPEN BUY 10 @ 123.40", "CLOSE BUY 4/10 @ 50": in a partial close, the first number counts. */
const TRADE_TEXT = /(\d[\d.,]*)\s*(?:\/\s*\d[\d.,]*\s*)?(?:@|\bat\b)\s*\D{0,4}(\d[\d.,]*)/

export function figuresOf(row: MappedRow, units: number): RowFigures {
  const inUnits = (field: ColumnField) => {
    const value = row.number(field)
    return value && units !== 1 ? value.dividedBy(units) : value
  }
  const details = row.text('details')
  const [, size, each] = TRADE_TEXT.exec(details) ?? []
  const amount = inUnits('amount')
  const inText = (text: string | undefined) =>
    text === undefined ? null : inColumn(row, 'details', () => row.asNumber(text.replace(/[.,]$/, '')))
  return {
    quantity: row.number('quantity') ?? inText(size),
    // A price within a text is in the share's own currency, which may differ from the amount's.
    price: inUnits('price') ?? (amount ? null : inText(each)),
    amount,
    fee: inUnits('fee')?.abs() ?? ZERO,
    tax: inUnits('tax')?.abs() ?? ZERO,
    details,
  }
}

export const sumOf = ({ amount }: RowFigures, row: MappedRow): Decimal => {
  if (!amount) throw new RowError(`${row.word('amount') || 'Amount'}: a number is missing.`)
  return amount
}
export const sizeOf = ({ quantity }: RowFigures, row: MappedRow): Decimal => {
  if (!quantity || quantity.isZero())
    throw new RowError(`${row.word('quantity') || 'Quantity'}: a number is missing.`)
  return quantity
}
