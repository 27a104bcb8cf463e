// Applies the numbered SQL migrations in server/db/migrations: each once, in order, forward only.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')

/** An arbitrary number. The lock keeps two copies of the server that start together from both migrating. */
const ADVISORY_LOCK = 7_446_257

/**
 * Applies the missing migrations, each in its own transaction, under an advisory lock. Throws if the database has a
 * migration that this version doesn't know, or if one fails; a failed migration is rolled back.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null)',
    )
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !files.includes(name))
    if (unknown.length > 0)
      throw new Error(
        `The database was made by a newer version: it holds ${unknown.join(', ')}, which this version does not know`,
      )
    for (const name of files.filter((file) => !applied.has(file))) await apply(client, name)
    await runMigrations({ connectionString: url })
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string) {
  await client.query('begin')
  try {
    await client.query(await readFile(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name, applied_at) values ($1, now())', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
