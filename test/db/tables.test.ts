// The files generated from the migrations are up to date; `npm run check -- --tables` writes them.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_FILE, schemaOf, TABLES_FILE, tablesOf } from '../../tools/scripts/tables-of.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

test('server/db/tables.ts has every table and column', async () => {
  expect(await readFile(TABLES_FILE, 'utf8')).toBe(await tablesOf(database.ownerUrl))
})

test('server/db/schema.sql matches the database', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await schemaOf(database.ownerUrl))
})
