// Backs up a test's server and restores into databases of the test.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { openDiskStorage } from '#server/adapters/storage/disk.ts'
import type { Storage } from '#server/adapters/storage/port.ts'
import { backUp } from '#server/backup/back-up.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { DatabaseUrls } from '#server/db/migrate.ts'
import type { TestServer } from '#test/server.ts'

/** A stream that keeps what is written to it. */
export function collector() {
  const parts: Buffer[] = []
  const to = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  return { to, bytes: () => Buffer.concat(parts) }
}

export const configWith = ({ deps }: TestServer, backupKey?: string): Config => ({
  ...deps.config,
  backupKey,
})

/** A backup as bytes, by the role of the server. */
export async function backupOf(server: TestServer, storage: Storage, key?: string) {
  const { to, bytes } = collector()
  const { url } = server.database
  const needs = { config: configWith(server, key), clock: systemClock, product: '0.1.0', url, storage }
  const made = await backUp(needs, to)
  return { ...made, file: bytes() }
}

/** An empty storage on disk, removed after the test. */
export async function emptyStorage(): Promise<Storage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-restored-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return openDiskStorage({ dataDir, secrets: [''], clock: systemClock, log: pino({ level: 'silent' }) })
}

export const restoreInto = (
  urls: DatabaseUrls,
  file: Buffer,
  { config, storage, replace = false }: { config: Config; storage: Storage; replace?: boolean },
) =>
  // In chunks, as a file stream delivers them.
  restoreBackup({ config, storage, urls, clock: systemClock }, () => Readable.from(piecesOf(file)), {
    replace,
  })

function* piecesOf(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}

/** A hash of all rows of each table, and of the foreign keys and triggers. */
export const hashesOf = (database: DatabaseUrls): Promise<Record<string, string>> =>
  withClient(database, readHashes)

async function readHashes(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || quote_ident(relname) as name from pg_class c
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p')
        and not relispartition order by 1`,
  )
  const hashes: Record<string, string> = {}
  const hash = async (name: string, query: string) => {
    const { rows } = await client.query<{ line: string }>(query)
    hashes[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
  }
  for (const { name } of tables) await hash(name, `select t::text as line from ${name} t order by 1`)
  await hash(
    'constraints',
    `select conrelid::regclass || conname || pg_get_constraintdef(oid) as line from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ 'audit_log_' order by 1`,
  )
  await hash(
    'triggers',
    'select pg_get_triggerdef(oid) || tgenabled::text as line from pg_trigger where not tgisinternal order by 1',
  )
  return hashes
}

export const rowsIn = <Row extends object>(database: DatabaseUrls, query: string): Promise<Row[]> =>
  withClient(database, async (client) => (await client.query<Row>(query)).rows)

async function withClient<T>(
  { ownerUrl }: DatabaseUrls,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
