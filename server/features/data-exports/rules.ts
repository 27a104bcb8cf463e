// The rules for data exports: where a person's export is stored, and how its values are written.

/** The key of the zip in the object storage. */
export const exportKey = (id: string): string => `exports/${id}.zip`

export type Row = Record<string, unknown>

/** One line of CSV (RFC 4180): dates as ISO 8601, objects as JSON, nothing for null. */
const csvLine = (values: readonly unknown[]): string => `${values.map(csvField).join(',')}\r\n`

function csvField(value: unknown): string {
  const text = csvText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function csvText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return JSON.stringify(value)
  return `${value as string | number | boolean}`
}

/** What spreadsheets interpret as the start of a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

const NUMBER = /^-?\d+(\.\d+)?$/

/** A text that no spreadsheet runs as a formula. Numbers stay numbers. */
const asSpreadsheetText = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text

/** A line for people who open the file in a spreadsheet: no text begins a formula. */
export const spreadsheetLine = (values: readonly unknown[]): string =>
  csvLine(values.map((value) => (typeof value === 'string' ? asSpreadsheetText(value) : value)))
