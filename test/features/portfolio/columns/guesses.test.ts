// Tables of brokers that have no reader of their own: every column and word is guessed, and the rows come out right.
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { proposeColumns } from '#server/adapters/broker/file/columns/propose-columns.ts'
import { COLUMN_FIELDS, type ColumnMapping } from '#shared/contracts/column-mapping.ts'
import { missingFrom } from '#shared/rules/column-mapping.ts'
import { readBytes, told } from '../import/export-files.ts'
import { BROKER_TABLES } from './broker-tables.ts'
import { LANGUAGE_TABLES } from './language-tables.ts'

const propose = (text: string) => proposeColumns(Readable.from([Buffer.from(text)]), {})

/** Nothing in some files tells the account's currency; their owner has to. */
const said = (mapping: ColumnMapping): ColumnMapping => ({ ...mapping, currency: mapping.currency || 'EUR' })

describe.each([...BROKER_TABLES, ...LANGUAGE_TABLES])(
  'A table of $name',
  ({ text, columns, meanings, settings = {}, activities }) => {
    test('has its columns and words guessed', async () => {
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

    test('is read as it is meant with the guess, and a currency where the file tells none', async () => {
      const { mapping, table } = await propose(text)
      const read = await readBytes(text, { mapped: { mapping: said(mapping), table } })
      expect(read.faults).toEqual([])
      expect(read.activities.map(told)).toEqual(activities)
      expect(read.broker).toBe('CSV file')
    })

    test('is never read without its owner saying what the columns mean', async () => {
      await expect(readBytes(text)).rejects.toMatchObject({ reason: 'columns_unknown' })
    })
  },
)
