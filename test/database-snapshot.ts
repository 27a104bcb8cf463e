// A snapshot of all rows of a database, to detect changes and to restore them.
import pg from 'pg'
import { afterDeadlocks, type FreshDatabase } from './database.ts'

export type DatabaseSnapshot = {
  /** Restores every row. */
  restore(): Promise<void>
  /** A hash of all current rows. */
  hash(): Promise<string>
  close(): Promise<void>
}

/**
 * Copies the rows of all tables except the queue's heartbeats, pending announcements and emails, and the audit log, to
 * which some reads add entries. No job or request may run during the copy or a `restore`.
 */
export async function snapshotDatabase({ ownerUrl }: FreshDatabase): Promise<DatabaseSnapshot> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name not in ('worker_pools', 'changes', 'alert_runs')
        and table_name not like 'audit_log%' group by table_name`,
  )
  const snapshots = tables.map(({ name }) => `create table snapshot.${name} as table ${name}`)
  await pool.query(['create schema snapshot', ...snapshots].join(';'))
  const hashOfEach = `select array[${tables
    .map(({ name }) => `(select md5(string_agg(t::text, ',' order by t::text)) from ${name} t)`)
    .join()}] as hashes`
  /** A hash of the rows of each table, null for an empty one. */
  const hashes = async () => {
    // Prepared, because planning it takes longer than running it.
    const { rows } = await pool.query<{ hashes: (string | null)[] }>({ name: 'hashes', text: hashOfEach })
    return rows[0]?.hashes ?? []
  }
  const atSnapshot = await hashes()
  return {
    async restore() {
      const now = await hashes()
      // Most calls change only a few tables.
      const changed = tables.filter((_, index) => now[index] !== atSnapshot[index])
      const restores = changed.map(
        ({ name, columns }) =>
          `delete from ${name}; insert into ${name} (${columns}) select ${columns} from snapshot.${name}`,
      )
      // One message is one transaction. With triggers off, even signals can be restored, and in any order.
      const statements = ['set local session_replication_role = replica', ...restores].join(';')
      await afterDeadlocks(() => pool.query(statements))
    },
    hash: async () => (await hashes()).join(),
    close: () => pool.end(),
  }
}
