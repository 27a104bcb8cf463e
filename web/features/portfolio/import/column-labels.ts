// The labels, hints and options of the fields of a column mapping.
import {
  COLUMN_FIELDS,
  type ColumnField,
  type ColumnMapping,
  type ColumnProposal,
  type Meaning,
  MEANINGS,
} from '#shared/contracts/column-mapping.ts'

export const FIELD_LABELS: Record<ColumnField, string> = {
  date: 'Date',
  action: 'What happened',
  symbol: 'Ticker',
  isin: 'ISIN',
  name: 'Company name',
  quantity: 'Quantity',
  price: 'Price per share',
  amount: 'Amount',
  fee: 'Fee',
  tax: 'Tax',
  currency: 'Currency',
  details: 'Text with quantity and price',
}

export const FIELD_HINTS: Partial<Record<ColumnField, string>> = {
  action: 'Buy, sell, dividend and so on. Without it, a negative quantity is a sale.',
  price: 'Leave it out if its currency differs from the amount’s.',
  details: 'Such as “OPEN BUY 10 @ 123.40”.',
}

/** Shown in this order; the rare fields are in a disclosure. */
export const USUAL_FIELDS = COLUMN_FIELDS.filter((field) => field !== 'tax' && field !== 'details')
export const RARE_FIELDS: ColumnField[] = ['tax', 'details']

const MEANING_LABELS: Record<Meaning, string> = {
  buy: 'Buy',
  sell: 'Sell',
  trade: 'Buy or sell, by its sign',
  short: 'Sell short',
  cover: 'Buy to cover',
  dividend: 'Dividend',
  dividend_tax: 'Tax on a dividend',
  interest: 'Interest',
  fee: 'Fee or tax',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  cash: 'Deposit or withdrawal, by its sign',
  transfer_in: 'Shares moved in',
  transfer_out: 'Shares moved out',
  split: 'Split',
  stock_dividend: 'Shares from a dividend or spin-off',
  exchange: 'Currency conversion',
  none: 'Changes nothing',
}
export const MEANING_OPTIONS = MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] }))

type Options<Key extends keyof ColumnMapping> = readonly {
  value: ColumnMapping[Key] & string
  label: string
}[]

export const DATE_OPTIONS: Options<'dates'> = [
  { value: 'ymd', label: 'Year first: 2025-12-31' },
  { value: 'mdy', label: 'Month first: 12/31/2025' },
  { value: 'dmy', label: 'Day first: 31.12.2025' },
]
export const DECIMAL_OPTIONS: Options<'decimal'> = [
  { value: '.', label: 'Point: 1,234.50' },
  { value: ',', label: 'Comma: 1.234,50' },
]
export const AMOUNT_OPTIONS: Options<'amount'> = [
  { value: 'after_fees', label: 'Include fees and taxes' },
  { value: 'before_fees', label: 'Before fees and taxes' },
]
export const OUTFLOW_OPTIONS: Options<'outflows'> = [
  { value: 'minus', label: 'Has a minus' },
  { value: 'unsigned', label: 'Has no sign' },
]

/** Unique names: "Column 3" for a column without a name, "Date (2)" for the second column named "Date". */
export function columnNames(columns: ColumnProposal['columns']): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ name }, index) => {
    const shown = name === '' ? `Column ${index + 1}` : name
    const before = seen.get(shown) ?? 0
    seen.set(shown, before + 1)
    return before === 0 ? shown : `${shown} (${before + 1})`
  })
}
