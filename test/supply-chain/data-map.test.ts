// docs/data-map.md has every table and column of the database, once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataMap, tablesWithoutPeople as withoutPeople } from './tables-without-people.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** `table.column` for each column of the schema. */
const schema = [
  ...read('server/db/schema.sql').matchAll(
    /^create (?:unlogged )?table (\w+) \(\n([^]*?)^\)(?:;| partition by)/gm,
  ),
].flatMap(([, table = '', body = '']) =>
  body
    .split('\n')
    .flatMap((line) => /^ {2}(?!constraint )"?(\w+)"? [a-z]/.exec(line)?.[1] ?? [])
    .map((column) => `${table}.${column}`),
)
const tablesOf = (columns: string[]) => [...new Set(columns.map((column) => column.split('.')[0] ?? ''))]

const rows = [...dataMap.matchAll(/^\| (\w+) \| ([\w ]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].filter(
  ([, table]) => table !== 'table',
)
const mapped = rows.flatMap(([, table = '', columns = '']) =>
  columns.split(' ').map((column) => `${table}.${column}`),
)
test('every column that may be about a person has one line', () => {
  const aboutPeople = schema.filter((column) => !withoutPeople.includes(column.split('.')[0] ?? ''))
  expect(aboutPeople.length).toBeGreaterThan(250)
  expect(mapped.toSorted()).toEqual(aboutPeople.toSorted())
})

test('a table without people exists, and none of its columns refers to a person', () => {
  expect(withoutPeople.filter((table) => !tablesOf(schema).includes(table))).toEqual([])
  const columns = schema.filter((column) => withoutPeople.includes(column.split('.')[0] ?? ''))
  expect(
    columns.filter((column) => /\.(\w+_)?(user|viewer|author|email|username|address)(_id)?$/.test(column)),
  ).toEqual([])
})

test('every line says what the data is for, who reads it and how long it is kept', () => {
  expect(rows.filter((row) => row.slice(3).some((cell) => cell.trim() === ''))).toEqual([])
})
