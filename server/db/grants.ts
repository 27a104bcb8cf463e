// The rights of the server's database role. It can't create, alter or drop anything.
import pg from 'pg'

/** The rights on a table that isn't listed below. */
const USUAL = 'select, insert, update, delete'
/**
 * Signals are permanent: only the changes that a trigger allows are possible, such as withdrawing a signal or deleting
 * its text with its author's account (decision 0021), and nothing deletes them. Entries of the audit log and of the log
 * of signals never change; tiles only grow.
 */
const RIGHTS: Partial<Record<string, string>> = {
  signals:
    'select, insert, update (user_id, content, details, text_salt, trade_salt, withdrawn_at, removed_for, hidden_at)',
  record_log:
    'select, insert, update (problem, first_vkey, audited_at, audited_size, reaudited_size, audit_fault, stamp_fault)',
  record_authors: 'select, insert, update (seq, head)',
  record_entries: 'select, insert',
  record_tiles: 'select, insert, update (hashes)',
  record_checkpoints: 'select, insert',
  record_stamps: 'select, insert',
  record_trades: 'select, insert, update (ended_at, opened, is_counted)',
  record_inputs: 'select, insert',
  record_restatements: 'select, insert',
  market_final_values: 'select, insert',
  audit_log: 'select, insert',
  // Consents and their texts are permanent. When a person is deleted, consents for payments are kept under a former
  // member.
  legal_texts: 'select, insert',
  consents: 'select, insert, update (user_id)',
  migrations: 'select',
}

/**
 * Gives a role exactly its rights, in one transaction. Can be repeated. `client` is connected as the owner. Partitions
 * get no rights, because their rows are accessed through the table. False for the owner, which keeps its rights.
 */
export async function grantRights(client: pg.Client, role: string): Promise<boolean> {
  const { rows: owned } = await client.query('select where current_user = $1', [role])
  if (owned.length > 0) return false
  const name = pg.escapeIdentifier(role)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition order by 1`,
  )
  const { rows: unshared } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
        and not exists (select from pg_policy where polrelid = c.oid)`,
  )
  const escaped = (table: { name: string }) => pg.escapeIdentifier(table.name)
  const statements = [
    `revoke create on schema public from public, ${name}`,
    `grant usage on schema public, graphile_worker to ${name}`,
    ...tables.map((table) => `revoke all on ${escaped(table)} from ${name}`),
    ...tables.map((table) => `grant ${RIGHTS[table.name] ?? USUAL} on ${escaped(table)} to ${name}`),
    // The queue's tables show rows only to their owner, unless there is a policy.
    ...unshared.map((table) => `create policy everyone on graphile_worker.${escaped(table)} using (true)`),
    `grant ${USUAL} on all tables in schema graphile_worker to ${name}`,
    `grant usage, select on all sequences in schema public, graphile_worker to ${name}`,
    `grant execute on all functions in schema public, graphile_worker to ${name}`,
  ]
  // The statements of one message run in one transaction.
  await client.query(statements.join(';\n'))
  return true
}
