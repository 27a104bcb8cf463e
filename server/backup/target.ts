// The database into which a backup is restored: checks its contents and prepares its tables.
import type pg from 'pg'
import { applyMigration, createMigrationsTable } from '#server/db/migrate.ts'
import { OperatorError } from '#server/log.ts'
import { quoted, tableName } from './back-up.ts'

/** Tables that don't count as data: a server's start or an operator's command fills them. */
const UNIMPORTANT = ['migrations', 'worker_pools', 'audit_log']

/** Throws `OperatorError` while a copy of the server is connected. */
export async function refuseIfInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'signalpost'`,
  )
  const n = rows[0]?.n ?? 0
  if (n > 0)
    throw new OperatorError(
      `Signalpost is running on this database (${n} connections): stop every copy of the server first.`,
    )
}

/** Throws `OperatorError` if the database has rows, and names their tables. */
export async function refuseIfFilled(client: pg.Client): Promise<void> {
  const filled: string[] = []
  for (const name of await tablesIn(client, 'public')) {
    if (UNIMPORTANT.some((table) => name === `public.${table}`)) continue
    const { rows } = await client.query<{ n: string }>(`select count(*)::text as n from ${tableName(name)}`)
    const n = rows[0]?.n ?? '0'
    if (n !== '0') filled.push(`${name.slice('public.'.length)} (${n})`)
  }
  if (filled.length > 0)
    throw new OperatorError(
      `The database is not empty. With --replace, all its tables are removed first, with these rows: ${filled.join(', ')}`,
    )
}

/** Removes all tables, sequences and functions of the product. The job queue's tables stay, for `emptyTables`. */
export async function dropSchema(client: pg.Client): Promise<void> {
  const tables = await tablesIn(client, 'public')
  if (tables.length > 0) await client.query(`drop table ${tables.map(tableName).join()} cascade`)
  // Those of columns went with their tables.
  const { rows: sequences } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  )
  for (const { name } of sequences) await client.query(`drop sequence ${name}`)
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { name } of rows) await client.query(`drop function if exists ${name} cascade`)
}

/** Creates the schema from the time of the backup. */
export async function createSchema(client: pg.Client, migrations: string[]): Promise<void> {
  await createMigrationsTable(client)
  for (const name of migrations) await applyMigration(client, name)
}

/**
 * Empties all tables, including rows that migrations wrote, and removes foreign keys and disables triggers, so that
 * rows fit in any order and no trigger counts them again. Needs only the owner's rights. Returns the statements that
 * undo both.
 */
export async function emptyTables(client: pg.Client): Promise<string[]> {
  const tables = [...(await tablesIn(client, 'public')), ...(await tablesIn(client, 'graphile_worker'))]
  await client.query(`truncate ${tables.map(tableName).join()}`)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and conparentid = 0
        and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1, 2`,
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table ${tableName(table)} disable trigger user`)
  return [
    ...keys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
    ),
    ...tables.map((table) => `alter table ${tableName(table)} enable trigger user`),
  ]
}

/** All tables except partitions, tables of extensions, and the job queue's list of migrations. */
async function tablesIn(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = $1 and relkind in ('r', 'p') and not relispartition
        and c.oid is distinct from to_regclass('graphile_worker.migrations')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
    [schema],
  )
  return rows.map(({ name }) => name)
}
