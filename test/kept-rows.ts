// Remembers all rows of a database, to tell whether one changed and to put them back.
import type { Deps } from '#server/deps.ts'

export type KeptRows = {
  /** Every row is again as it was remembered. */
  putBack(): Promise<void>
  /** All rows there are now, in short: the same text for the same rows. */
  now(): Promise<string>
}

/**
 * Remembers the rows of all tables but the heartbeats of the queue. Nothing may be at work while it does, and while it puts
 * them back.
 */
export async function keepRows({ pool }: Pick<Deps, 'pool'>): Promise<KeptRows> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'worker_pools' group by table_name`,
  )
  const copies = tables.map(({ name }) => `create table kept.${name} as table ${name}`)
  await pool.query(['create schema kept', ...copies].join(';'))
  const back = tables.map(
    ({ name, columns }) =>
      `delete from ${name}; insert into ${name} (${columns}) select ${columns} from kept.${name}`,
  )
  const texts = tables.map(({ name }) => `(select string_agg(t::text, ',' order by t::text) from ${name} t)`)
  return {
    async putBack() {
      // One message is one transaction. With triggers off even signals can be put back, and in any order.
      await pool.query(['set local session_replication_role = replica', ...back].join(';'))
    },
    async now() {
      const { rows } = await pool.query<{ now: string }>(`select md5(concat_ws('|', ${texts.join()})) as now`)
      return rows[0]?.now ?? ''
    },
  }
}
