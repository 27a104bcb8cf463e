// Backs up the database and the objects while the product runs.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Storage } from '#server/adapters/storage/port.ts'
import { type AddEntry, writeArchive } from './archive.ts'
import {
  FORMAT,
  HEADER,
  type Header,
  MANIFEST,
  type Manifest,
  objectEntry,
  openSums,
  rowsEntry,
} from './contents.ts'
import { LOG_HEAD, LOG_HEAD_DATABASE } from '#server/adapters/storage/port.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { withConnection } from './owner-connection.ts'

export type BackupNeeds = { config: Config; clock: Clock; storage: Storage; url: string; product: string }

/** The size of a table's part. Several buffers of this size exist at once. */
const PART_BYTES = 4 * 1024 * 1024
/** Uploads that haven't become a picture yet. */
const UNFINISHED = 'incoming/'

/**
 * Writes a backup to `to`. All tables are read in one transaction, so they show the same instant. The objects are read
 * during the transaction; those removed in the meantime are counted in `objectsGone`. Throws the error of `to`.
 */
export async function backUp(
  { config, clock, storage, url, product }: BackupNeeds,
  to: Writable,
): Promise<{ header: Header; manifest: Manifest }> {
  return await withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    const at = clock.now()
    const header: Header = {
      format: FORMAT,
      product,
      createdAt: at.toISOString(),
      migrations: await appliedMigrations(client),
      keys: fingerprintsOf(config),
      tables: await tablesOf(client),
      sequences: await sequencesOf(client),
    }
    const sums = openSums()
    const manifest = () => ({ ...sums.total(), objectsGone })
    let objectsGone = 0
    await writeArchive(to, { key: config.backupKey, at }, async (add) => {
      await add(HEADER, json(header))
      for await (const key of storage.list()) {
        if (key === LOG_HEAD || key === LOG_HEAD_DATABASE) continue
        if (key.startsWith(UNFINISHED)) continue
        const bytes = await storage.read(key, Infinity)
        if (bytes) {
          sums.object(key, bytes)
          await add(objectEntry(key), bytes)
        } else objectsGone += 1
      }
      for (const table of header.tables) await addRows(client, table, add, sums)
      await add(MANIFEST, json(manifest()))
    })
    await client.query('commit')
    return { header, manifest: manifest() }
  })
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The tables of the product and of its job queue, whose schema comes from its own migrations. */
const TABLES = `relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker')) and relkind in ('r', 'p')
  and not relispartition and c.oid is distinct from to_regclass('graphile_worker.migrations')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Sorted by name. A restore adds the foreign keys after all rows. */
async function tablesOf(client: pg.Client): Promise<Header['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relnamespace::regnamespace || '.' || relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where ${TABLES} and attnum > 0 and not attisdropped and attgenerated = '' group by 1 order by 1`,
  )
  return rows
}

async function sequencesOf(client: pg.Client): Promise<Header['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || quote_ident(relname) as name from pg_class c
      where relkind = 'S' and relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker')) order by 1`,
  )
  const read = async ({ name }: { name: string }) => {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    return values.map((row) => ({ name, ...row }))
  }
  const found: Header['sequences'] = []
  for (const row of rows) found.push(...(await read(row)))
  return found
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations order by applied_at, name',
  )
  return rows.map(({ name }) => name)
}

async function addRows(
  client: pg.Client,
  { name, columns }: Header['tables'][number],
  add: AddEntry,
  sums: ReturnType<typeof openSums>,
): Promise<void> {
  const rows = client.query(
    copyTo(`copy (select ${columns.map(quoted).join()} from ${tableName(name)}) to stdout`),
  )
  let parts: Buffer[] = []
  let size = 0
  let number = 0
  const flush = async () => {
    const bytes = Buffer.concat(parts)
    ;[parts, size, number] = [[], 0, number + 1]
    sums.rows(name, bytes)
    await add(rowsEntry(name, number), bytes)
  }
  for await (const part of rows as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= PART_BYTES) await flush()
  }
  await flush()
  if (!rows.closed) await once(rows, 'close')
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** `public.users` with both names quoted. */
export const tableName = (name: string) => name.split('.').map(quoted).join('.')

/** Shows operators when the last backup was made. Skipped in a database that doesn't have this table yet. */
export async function recordBackup(
  url: string,
  header: Header,
  { size, isEncrypted }: { size: number; isEncrypted: boolean },
): Promise<void> {
  if (!header.tables.some(({ name }) => name === 'public.backups')) return
  await withConnection(url, (client) =>
    client.query('insert into backups (at, size_in_bytes, is_encrypted) values ($1, $2, $3)', [
      header.createdAt,
      size,
      isEncrypted,
    ]),
  )
}
