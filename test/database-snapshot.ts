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
 * Copies the rows of all tables but the queue's heartbeats and the audit log, to which some reads add. No job or request may run during the copy or a
 * `restore`.
 */
export async function snapshotDatabase({ ownerUrl }: FreshDatabase): Promise<DatabaseSnapshot> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'worker_pools'
        and table_name not like 'audit_log%' group by table_name`,
  )
  const snapshots = tables.map(({ name }) => `create table snapshot.${name} as table ${name}`)
  await pool.query(['create schema snapshot', ...snapshots].join(';'))
  const restores = tables.map(
    ({ name, columns }) =>
      `delete from ${name}; insert into ${name} (${columns}) select ${columns} from snapshot.${name}`,
  )
  const texts = tables.map(({ name }) => `(select string_agg(t::text, ',' order by t::text) from ${name} t)`)
  return {
    async restore() {
      // One message is one transaction. With triggers off, even signals can be restored, and in any order.
      const statements = ['set local session_replication_role = replica', ...restores].join(';')
      await afterDeadlocks(() => pool.query(statements))
    },
    async hash() {
      const { rows } = await pool.query<{ hash: string }>(
        `select md5(concat_ws('|', ${texts.join()})) as hash`,
      )
      return rows[0]?.hash ?? ''
    },
    close: () => pool.end(),
  }
}
