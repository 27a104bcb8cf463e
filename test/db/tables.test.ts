// What is generated from the migrations is committed as they make it; `npm run check -- --tables` writes it anew.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_FILE, schemaOf, TABLES_FILE, tablesOf } from '../../scripts/tables-of.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

test('server/db/tables.ts names every table and column there is', async () => {
  expect(await readFile(TABLES_FILE, 'utf8')).toBe(await tablesOf(database.url))
})

test('server/db/schema.sql shows the database as it is', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await schemaOf(database.url))
})
