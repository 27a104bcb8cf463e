// Tables of brokers without a reader: every column and word is guessed, and the rows are correct.
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { proposeColumns } from '#engine/broker-files/columns/propose-columns.ts'
import { COLUMN_FIELDS, type ColumnMapping } from '#shared/contracts/column-mapping.ts'
import { missingFrom } from '#shared/rules/column-mapping.ts'
import { readBytes, describeActivity } from '../export-files.ts'
import { BROKER_TABLES } from './broker-tables.ts'
import { EUROPEAN_TABLES } from './european-tables.ts'
import { LANGUAGE_TABLES } from './language-tables.ts'

const propose = (text: string) => proposeColumns(Readable.from([Buffer.from(text)]), {})

/** Some files don't show the account's currency, so their owner has to. */
const said = (mapping: ColumnMapping): ColumnMapping => ({ ...mapping, currency: mapping.currency || 'EUR' })

describe.each([...BROKER_TABLES, ...EUROPEAN_TABLES, ...LANGUAGE_TABLES])(
  'A table of $name',
  ({ text, columns, meanings, settings = {}, activities }) => {
    test('gets the right guess for its columns and words', async () => {
      const { mapping, columns: found } = await propose(text)
      const names = COLUMN_FIELDS.flatMap((field) => {
        const index = mapping.columns[field]
        return index === undefined ? [] : [[field, found[index]?.name]]
      })
      expect(Object.fromEntries(names)).toEqual(columns)
      expect(Object.fromEntries(mapping.meanings.map(({ word, meaning }) => [word, meaning]))).toEqual(
        meanings,
      )
      expect(mapping).toMatchObject(settings)
      expect(missingFrom(said(mapping), found)).toEqual([])
    })

    test('is read correctly with the guess, plus a currency if the file has none', async () => {
      const { mapping, table } = await propose(text)
      const read = await readBytes(text, { mapped: { mapping: said(mapping), table } })
      expect(read.issues).toEqual([])
      expect(read.activities.map(describeActivity)).toEqual(activities)
      expect(read.broker).toBe('CSV file')
    })

    test('is never read before its owner confirms the columns', async () => {
      await expect(readBytes(text)).rejects.toMatchObject({ reason: 'columns_unknown' })
    })
  },
)

test('each column says in how many rows it has a value', async () => {
  const { columns, rows } = await propose(
    'Date,Type,Ticker,Amount\n2025-01-02,Deposit,,5\n2025-01-03,Buy,ACME,-5\n',
  )
  expect(rows).toBe(2)
  expect(columns.map((column) => column.rows)).toEqual([2, 2, 1, 2])
})
