// The table of readers in docs/portfolio.md lists exactly the columns that each file needs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBytes } from './export-files.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/portfolio.md'), 'utf8')
const [, section = ''] = /## What each reader needs\n([^]*?)\n## /.exec(docs) ?? []
const READERS = section.split('\n').flatMap((line) => {
  const [broker, file, columns] = line
    .split('|')
    .slice(1)
    .map((cell) => cell.trim())
  const names = [...(columns ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return broker && file && names.length > 0 ? [{ broker, file, columns: names }] : []
})

/** A plausible value for a column, so that a row isn't taken for a note. */
const value = (column: string) => {
  if (/date|time/i.test(column)) return '2024-01-02'
  if (column.startsWith('DT')) return '20240102'
  if (/currency/i.test(column)) return 'USD'
  if (/quantity|amount|price|proceeds|units|total|trnamt|^denominator|^numerator/i.test(column)) return '1'
  return column === 'DataDiscriminator' ? 'Trade' : 'X'
}

/** A file with these columns and one row. */
function fileWith(file: string, columns: string[]): string {
  const [kind = '', parts = ''] = file.split(': ')
  const part = parts.split(', ')[0] ?? ''
  if (kind === 'statement')
    return [
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,Title,Activity Statement',
      `${part},Header,${columns.join(',')}`,
      `${part},Data,${columns.map(value).join(',')}`,
      '',
    ].join('\n')
  if (kind === 'Flex Query')
    return `<FlexQueryResponse><FlexStatements><${part} ${columns.map((name) => `${name}="${value(name)}"`).join(' ')} /></FlexStatements></FlexQueryResponse>`
  // Values need no closing tags.
  if (kind === 'OFX')
    return `<OFX><INVSTMTRS><INVTRANLIST><${part}>${columns.map((name) => `<${name}>${value(name)}`).join('')}</${part}></INVTRANLIST></INVSTMTRS></OFX>`
  return `${columns.map((name) => `"${name}"`).join(',')}\n`
}

/** Whether the file is read as this broker's, by its rows or, if the header alone identifies it, by its name. */
async function isRead(broker: string, file: string, columns: string[]): Promise<boolean> {
  const read = await readBytes(fileWith(file, columns)).catch(() => null)
  if (read?.broker !== broker) return false
  if (/^(statement|OFX): /.test(file) && read.rows !== 1) return false
  return read.issues.every(({ reason }) => !/^This row is missing|is missing the column/.test(reason))
}

test('the table names every supported broker', async () => {
  const refusal: unknown = await readBytes('a,b\n1,2\n').catch((error: unknown) => error)
  const brokers = new Set(READERS.map(({ broker }) => broker))
  expect(brokers.size).toBe(19)
  for (const broker of brokers) expect((refusal as Error).message).toContain(broker)
})

test.each(READERS)('$broker, $file: these columns are enough', async ({ broker, file, columns }) => {
  expect(await isRead(broker, file, columns)).toBe(true)
})

test.each(READERS)('$broker, $file: every column is required', async ({ broker, file, columns }) => {
  for (const missing of columns) {
    const others = columns.filter((column) => column !== missing)
    expect([missing, await isRead(broker, file, others)]).toEqual([missing, false])
  }
})
