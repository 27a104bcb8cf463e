// Applies the numbered SQL migrations in server/db/migrations: each once, in order, forward only.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { maintainAuditPartitions } from '#server/audit/partitions.ts'
import type { Clock } from '#server/clock.ts'
import { OperatorError } from '#server/log.ts'
import { grantRights } from './grants.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Arbitrary. The lock keeps two copies of the server that start at the same time from both migrating. */
export const MIGRATION_LOCK = 7_446_257

/** PostgreSQL's code for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03'

/** `url`: for the server's role. `ownerUrl`: for the role that owns the tables. They may be the same. */
export type DatabaseUrls = { url: string; ownerUrl: string }
export type MigrationReport = {
  /** The migrations that this call applied. */
  applied: string[]
  /** Migrations that a newer version has applied. */
  newer: string[]
  /** Whether the server's role owns the tables. */
  isOneRole: boolean
}

/**
 * `contract` removes something that the previous release may use
 * (docs/decisions/0023-two-roles-and-an-audit-log.md).
 */
export const kindOf = (file: string): 'expand' | 'contract' =>
  file.endsWith('.contract.sql') ? 'contract' : 'expand'

/**
 * Applies the missing migrations as the owner, each in its own transaction, under an advisory lock. Then grants the
 * server's role its rights. Throws `OperatorError` if the database refuses the connection, has a newer migration that
 * isn't an expansion, or lacks one that this role may not apply. A failed migration is rolled back and throws.
 */
export async function migrate(
  { url, ownerUrl }: DatabaseUrls,
  clock: Pick<Clock, 'now'>,
): Promise<MigrationReport> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect().catch((error: unknown) => {
    throw refusedConnection(error, ownerUrl)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { missing, newer, breaking } = await compareMigrations(client)
    if (breaking.length > 0)
      throw new OperatorError(
        `The database was migrated by a newer version: it has ${breaking.join(', ')}, which removes what this version needs. Start the newer version.`,
      )
    if (!(await ownsTables(client))) {
      if (missing.length > 0) throw notAllowed(missing)
      return { applied: [], newer, isOneRole: false }
    }
    if (missing.length > 0) await createMigrationsTable(client)
    for (const name of missing) await apply(client, name)
    await migrateQueue(ownerUrl)
    await maintainAuditPartitions(client, clock.now()).catch((error: unknown) => {
      // A long statement holds the table. The hourly job tries again.
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    })
    const isOneRole = url === ownerUrl || !(await grantRights(client, await roleOf(url)))
    return { applied: missing, newer, isOneRole }
  } finally {
    await client.end()
  }
}

/** The names of this version's migrations, in order. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** The job queue creates its own tables, in its own transactions. */
export const migrateQueue = (ownerUrl: string) => runMigrations({ connectionString: ownerUrl })

/** Which migrations the database lacks, which a newer version added, and which of those are incompatible. */
export async function compareMigrations(
  client: pg.Client,
): Promise<{ missing: string[]; newer: string[]; breaking: string[] }> {
  const files = await migrationFiles()
  const known = await appliedMigrations(client)
  const newer = [...known.keys()].filter((name) => !files.includes(name)).toSorted()
  return {
    missing: files.filter((name) => !known.has(name)),
    newer,
    breaking: newer.filter((name) => known.get(name) !== 'expand'),
  }
}

/** Names and kinds. Migrations applied by versions without kinds have none, and this version knows all of them. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows: found } = await client.query(`select where to_regclass('public.migrations') is not null`)
  if (found.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; kind: string | null }>(
    `select name, to_jsonb(m) ->> 'kind' as kind from migrations m`,
  )
  return new Map(rows.map(({ name, kind }) => [name, kind]))
}

/** Whether this role owns the tables, or may create them in an empty database. */
export async function ownsTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select coalesce(
       (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.migrations')),
       has_schema_privilege('public', 'create')) as owns`,
  )
  return rows[0]?.owns ?? false
}

const notAllowed = (missing: string[]) =>
  new OperatorError(
    `The database lacks ${missing.join(', ')}, which the role of DATABASE_URL may not apply. Run \`npm run admin -- migrate\` with DATABASE_OWNER_URL first.`,
  )

export const createMigrationsTable = (client: pg.Client) =>
  client.query(
    `create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null);
     alter table migrations add column if not exists kind text check (kind in ('expand', 'contract'))`,
  )

/** The role of a database URL. */
async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string) {
  await client.query('begin')
  try {
    await applyMigration(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Applies a migration in the transaction of `client`. */
export async function applyMigration(client: pg.Client, name: string): Promise<void> {
  await client.query(await readFile(join(folder, name), 'utf8'))
  await client.query('insert into migrations (name, applied_at, kind) values ($1, now(), $2)', [
    name,
    kindOf(name),
  ])
}

/** Turns a mistake in `DATABASE_URL` into one sentence without the password. Returns other errors unchanged. */
export function refusedConnection(error: unknown, url: string): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const { host, username, pathname } = new URL(url)
  const at = `${host || 'the socket'} (DATABASE_URL)`
  if (code === '28P01') return new OperatorError(`The database at ${at} refuses the password of ${username}`)
  if (code === '28000') return new OperatorError(`The database at ${at} refuses ${username}: ${message}`)
  if (code === '3D000') return new OperatorError(`There is no database ${pathname.slice(1)} at ${at}`)
  return error
}
