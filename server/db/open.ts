// Opens the connection pools and Kysely on top of them, and recognizes the database's errors.
import type { Duplex } from 'node:stream'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

/** JavaScript numbers are exact up to 2⁵³, far beyond the row count of any table here. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

declare const generic: unique symbol
/**
 * Connections for prepared statements (`prepared.ts`). PostgreSQL plans each statement once per connection, for all
 * values. By default it would plan every call if the first ones were cheaper than the generic plan, such as those of a
 * viewer with an empty timeline. Planning takes four times as long as reading a page.
 */
export type StatementPool = pg.Pool & { readonly [generic]: true }
export type Database = { db: Db; pool: pg.Pool; statements: StatementPool; close(): Promise<void> }
/** The number of connections, and the timeouts for getting a connection and for a query, in milliseconds. */
export type PoolLimits = { max: number; statementsMax: number; connectMs: number; queryMs: number }

/** The timeouts come from the settings: people get an error within a second instead of a hanging page. */
const FOR_REQUESTS = { max: 10, statementsMax: 8 }
/**
 * No person waits for jobs and deliveries, and they may write many rows at once. Three of these connections listen for
 * new jobs (jobs/worker.ts).
 */
const FOR_JOBS: PoolLimits = { max: 8, statementsMax: 2, connectMs: 5000, queryMs: 15_000 }

export const openDatabase = (
  url: string,
  log: Log,
  timeouts: Pick<PoolLimits, 'connectMs' | 'queryMs'>,
): Database => open(url, log, { ...FOR_REQUESTS, ...timeouts })

/** A separate pool for jobs and commands, so that they don't compete with requests and may take longer. */
export const openDatabaseForJobs = (url: string, log: Log, limits: Partial<PoolLimits> = {}): Database =>
  open(url, log, { ...FOR_JOBS, ...limits }, INDEXES_ONLY)

/**
 * The delivery queue is usually empty when a statement is planned, so PostgreSQL would read and sort the whole queue in
 * each step: 30 ms with 3,000 signals in it (measured), instead of less than one.
 */
const INDEXES_ONLY = '-c enable_seqscan=off'

function open(url: string, log: Log, limits: PoolLimits, planning = ''): Database {
  const pool = openPool(url, log, limits, limits.max)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  const statements = openPool(url, log, limits, limits.statementsMax, {
    // A connection option, because `set` after connecting would take another round trip.
    options: `-c plan_cache_mode=force_generic_plan ${planning}`,
  }) as StatementPool
  return {
    db,
    pool,
    statements,
    // Not `db.destroy()`: it closes nothing if only the pool was used.
    close: async () => void (await Promise.all([pool.end(), statements.end()])),
  }
}

function openPool(
  url: string,
  log: Log,
  { connectMs, queryMs }: PoolLimits,
  max: number,
  options: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    // So that the first page after a quiet minute doesn't wait for new connections.
    idleTimeoutMillis: 60_000,
    query_timeout: queryMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'signalpost',
    ...options,
  })
  pool.on('error', (error) =>
    log.warn({ event: 'database_connection_lost', error: error.message }, 'a database connection was lost'),
  )
  pool.on('connect', (client) => {
    // A connection in use reports the error through its query. Without this listener the event would end the process.
    client.on('error', () => {})
    closeAfterTimeout(client)
  })
  return pool
}

/**
 * Closes a connection whose query timed out. The query still runs, so the next request on the connection would wait for
 * it, or be in a transaction that is never committed and lose its writes.
 */
function closeAfterTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const checked = (...args: unknown[]) => {
    const answer = query(...args)
    return answer instanceof Promise
      ? answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === QUERY_TIMEOUT) stream.destroy()
          throw error
        })
      : answer
  }
  client.query = checked as typeof client.query
}

/** The driver's message for a query that timed out. */
const QUERY_TIMEOUT = 'Query read timeout'

/**
 * SQLSTATE classes and codes of temporary failures. 3D000: the database is being restored under its name. 25006: a
 * failover turned the server into a replica. 40001 and 40P01: two writes conflicted.
 */
const AWAY = /^(08|57P0|53|3D000|25006|40001|40P01)/
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']
/** The driver's own errors have no code. graphile-worker and Kysely pass them on. */
const AWAY_MESSAGES = /connect|timeout|terminated|not queryable/i

/** Whether an error means that the database is unreachable or overloaded. The caller answers 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return AWAY.test(code)
  if (typeof code === 'string') return AWAY_CODES.includes(code)
  return AWAY_MESSAGES.test(error.message) && /[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')
}

/** The name of the unique or foreign key constraint that a write violated; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return (code === '23505' || code === '23503') && typeof constraint === 'string' ? constraint : null
}
