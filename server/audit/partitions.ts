// The audit log's monthly partitions: created in advance, and dropped after 400 days.
import pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { AUDIT_LOG_DAYS } from '#shared/limits.ts'

/** How many months are prepared after the current one. */
const MONTHS_AHEAD = 3
/** How long a partition waits for statements on the table. The next run tries again. */
const LOCK_TIMEOUT = '5s'
/** Arbitrary, but unique among the advisory locks. */
const ADVISORY_LOCK = 7_446_258

/**
 * Creates the partitions of this and the next months, and drops those whose last entry is older than 400 days. For any
 * role but the tables' owner it does nothing and returns false. Can be repeated. Months are in UTC.
 */
export async function maintainAuditPartitions(client: pg.ClientBase, now: Date): Promise<boolean> {
  const { rows: owned } = await client.query(
    `select from pg_class where oid = to_regclass('public.audit_log') and pg_has_role(relowner, 'usage')`,
  )
  if (owned.length === 0) return false
  // Another copy of the server may run this at the same time.
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
  try {
    await keep(client, now)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
  }
  return true
}

async function keep(client: pg.ClientBase, now: Date): Promise<void> {
  const existing = await partitionsOf(client)
  for (let month = 0; month <= MONTHS_AHEAD; month += 1) {
    const start = startOfMonth(now, month)
    if (!existing.includes(nameOf(start))) await makePartition(client, start, startOfMonth(now, month + 1))
  }
  const keptSince = new Date(now.getTime() - AUDIT_LOG_DAYS * 86_400_000)
  const oldest = nameOf(keptSince)
  for (const name of existing) if (name < oldest) await inTransaction(client, `drop table ${name}`)
  await client.query('delete from audit_log_default where created_at < $1', [keptSince])
}

/** Job: keeps the partitions if the server has the owner's rights. Otherwise `npm run admin -- migrate` does. */
export async function sweepAuditLog({
  config,
  pool,
  clock,
}: Pick<Deps, 'config' | 'pool' | 'clock'>): Promise<void> {
  const client = new pg.Client({ connectionString: config.databaseOwnerUrl ?? pool.options.connectionString })
  await client.connect()
  try {
    await maintainAuditPartitions(client, clock.now())
  } finally {
    await client.end()
  }
}

const startOfMonth = (at: Date, ahead: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead))

/** Names sort by time: `audit_log_2026_03`. */
const nameOf = (at: Date) => `audit_log_${at.toISOString().slice(0, 7).replace('-', '_')}`

async function partitionsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'audit_log'::regclass and relname ~ '^audit_log_\\d{4}_\\d{2}$'`,
  )
  return rows.map(({ name }) => name)
}

/** Moves this month's entries from the default partition, which took them while this partition was missing. */
async function makePartition(client: pg.ClientBase, from: Date, to: Date): Promise<void> {
  const name = nameOf(from)
  const isInside = `created_at >= '${from.toISOString()}' and created_at < '${to.toISOString()}'`
  await inTransaction(
    client,
    `lock table audit_log_default in access exclusive mode;
     create table ${name} (like audit_log including all);
     with moved as (delete from audit_log_default where ${isInside} returning *) insert into ${name} select * from moved;
     alter table audit_log attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
  )
}

/** The statements of one message run in one transaction. */
const inTransaction = (client: pg.ClientBase, statements: string) =>
  client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'; ${statements}`)
