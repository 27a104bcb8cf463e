// What a column mapping still lacks before the file can be read, in sentences for the owner.
import type { ColumnMapping, ColumnProposal, Meaning } from '../contracts/column-mapping.ts'

/** Meanings of rows that need a symbol and a quantity. */
const NEEDS_SHARES: readonly Meaning[] = ['buy', 'sell', 'trade', 'short', 'cover', 'stock_dividend']
/** Meanings of rows that need only an amount. */
const NEEDS_AMOUNT: readonly Meaning[] = [
  'dividend',
  'dividend_tax',
  'interest',
  'deposit',
  'withdrawal',
  'cash',
  'exchange',
]

/** Words of the action column that have no meaning yet. */
export function unmappedWords(
  { columns: { action }, meanings }: ColumnMapping,
  columns: ColumnProposal['columns'],
): string[] {
  const mapped = new Set(meanings.map(({ word }) => word))
  const words = action === undefined ? [] : (columns[action]?.words ?? [])
  return words.map(({ word }) => word).filter((word) => word !== '' && !mapped.has(word))
}

/** A sentence for each thing that is missing; empty if the file can be read. */
export function missingFrom(mapping: ColumnMapping, columns: ColumnProposal['columns']): string[] {
  const { date, action, symbol, isin, quantity, price, amount, details } = mapping.columns
  const missing: string[] = []
  if (date === undefined) missing.push('Choose the column with the date.')
  if (action !== undefined && columns[action]?.words === null)
    missing.push(
      'The action column has too many different words. Choose the one that says buy, sell, dividend.',
    )
  for (const word of unmappedWords(mapping, columns)) missing.push(`Choose what “${word}” means.`)
  const meanings = action === undefined ? ['trade' as const] : mapping.meanings.map(({ meaning }) => meaning)
  const has = (list: readonly Meaning[]) => meanings.some((meaning) => list.includes(meaning))
  if (has(NEEDS_SHARES)) {
    if (symbol === undefined && isin === undefined)
      missing.push('Choose the column with the ticker or the ISIN.')
    if (quantity === undefined && details === undefined) missing.push('Choose the column with the quantity.')
    if (price === undefined && amount === undefined && details === undefined)
      missing.push('Choose the column with the price or with the amount.')
  }
  if (has(NEEDS_AMOUNT) && amount === undefined)
    missing.push('Choose the column with the amount: deposits and dividends have no other figure.')
  if (!/^[A-Z]{3}$/.test(mapping.currency))
    missing.push('Enter the currency of the account as three letters, such as USD.')
  return missing
}
