// Restores a backup: the objects first, then the whole database in one transaction.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Storage } from '#server/adapters/storage/port.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import {
  applyMigration,
  type DatabaseUrls,
  migrate,
  migrateQueue,
  MIGRATION_LOCK,
  migrationFiles,
  ownsTables,
} from '#server/db/migrate.ts'
import { OperatorError } from '#server/log.ts'
import { quoted, tableName } from './back-up.ts'
import { type Header, type Manifest, readParts } from './contents.ts'
import { withConnection } from './owner-connection.ts'
import { createSchema, dropSchema, emptyTables, refuseIfFilled, refuseIfInUse } from './target.ts'

export type Backup = { header: Header; manifest: Manifest }
type RestoreNeeds = { config: Config; clock: Clock; storage: Storage; urls: DatabaseUrls }

/**
 * Reads the whole backup and verifies all checksums. Throws `OperatorError` if it is damaged or this version
 * can't restore it.
 */
export async function verifyBackup(file: Readable, key: string | undefined): Promise<Backup> {
  const found: Partial<Backup> = {}
  for await (const part of readParts(file, key)) {
    if (part.kind === 'manifest') found.manifest = part.manifest
    if (part.kind === 'header') found.header = part.header
  }
  // `readParts` throws if one of them is missing.
  const backup = found as Backup
  const files = await migrationFiles()
  // Checked after the checksums, because a damaged name would look like one from a newer version.
  const newer = backup.header.migrations.filter((name) => !files.includes(name))
  if (newer.length > 0)
    throw new OperatorError(
      `The backup was made by a newer version of Signalpost (${backup.header.product}), with ${newer.join(', ')}: install that version first.`,
    )
  return backup
}

/**
 * Verifies the whole backup, writes its objects, and replaces the database in one transaction. An interrupted restore
 * leaves the database unchanged and can be repeated. Objects that aren't in the backup stay. `open` opens the file, and
 * is called twice. Throws `OperatorError` before anything is changed if the backup can't be restored, a server is
 * connected, or the database has rows and `replace` is false.
 */
export async function restoreBackup(
  { config, clock, storage, urls }: RestoreNeeds,
  open: () => Readable,
  { replace }: { replace: boolean },
): Promise<Backup> {
  const backup = await verifyBackup(open(), config.backupKey)
  await withConnection(urls.ownerUrl, async (client) => {
    // A server that starts now waits until this connection is closed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseIfInUse(client)
    if (!(await ownsTables(client)))
      throw new OperatorError(
        'The role of DATABASE_URL does not own the tables: set DATABASE_OWNER_URL to the role that does.',
      )
    if (!replace) await refuseIfFilled(client)
    await migrateQueue(urls.ownerUrl)
    await load(client, storage, readParts(open(), config.backupKey))
  })
  // Grants the server's role its rights, and creates the partitions of the coming months.
  await migrate(urls, clock)
  await withConnection(urls.ownerUrl, (client) => client.query('analyze'))
  return backup
}

const CONTENT_TYPES: Record<string, string> = { webp: 'image/webp', zip: 'application/zip' }

async function load(client: pg.Client, storage: Storage, parts: ReturnType<typeof readParts>): Promise<void> {
  let next = await parts.next()
  const header = next.value?.kind === 'header' ? next.value.header : null
  if (!header) throw new OperatorError('This file is not a backup of Signalpost.')
  for (next = await parts.next(); next.value?.kind === 'object'; next = await parts.next()) {
    const { key, bytes } = next.value
    const type = CONTENT_TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    await storage.write(key, Buffer.from(bytes), type)
  }
  await client.query('begin')
  await dropSchema(client)
  await createSchema(client, header.migrations)
  const finish = await emptyTables(client)
  async function* rowsOf(table: string) {
    for (; next.value?.kind === 'rows' && next.value.table === table; next = await parts.next())
      yield next.value.bytes
  }
  while (next.value?.kind === 'rows') {
    const { table } = next.value
    const columns = header.tables.find(({ name }) => name === table)?.columns ?? []
    const copy = client.query(copyFrom(`copy ${tableName(table)} (${columns.map(quoted).join()}) from stdin`))
    await pipeline(rowsOf(table), copy).catch((error: unknown) => {
      if (error instanceof OperatorError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new OperatorError(`The database is unchanged: it refused the rows of ${table} (${reason})`, {
        cause: error,
      })
    })
  }
  // Reads the remaining parts, so that the checksums are verified before the commit.
  while (!next.done) next = await parts.next()
  for (const statement of finish) await client.query(statement)
  for (const { name, value, isCalled } of header.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
  const files = await migrationFiles()
  for (const name of files) if (!header.migrations.includes(name)) await applyMigration(client, name)
  // Heartbeats of servers that don't run here, which `npm run doctor` would count.
  await client.query('delete from worker_pools')
  await client.query('commit')
}
