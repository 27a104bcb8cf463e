// npm run check -- --tables: writes server/db/tables.ts and server/db/schema.sql from a temporary, migrated database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { SCHEMA_FILE, schemaOf, TABLES_FILE, tablesOf } from './tables-of.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-tables-'))
const postgres = await startEmbeddedPostgres(dataDir, { settings: { fsync: 'off' } })
try {
  await migrate(postgres, systemClock)
  await writeFile(TABLES_FILE, await tablesOf(postgres.ownerUrl))
  await writeFile(SCHEMA_FILE, await schemaOf(postgres.ownerUrl))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
