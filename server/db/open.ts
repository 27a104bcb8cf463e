// The connection pools, and Kysely on top of them for the stores.
import type { Duplex } from 'node:stream'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

/** Counts fit in a JavaScript number far beyond any table here. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

declare const generic: unique symbol
/**
 * Connections for prepared statements (`prepared.ts`). PostgreSQL plans each statement once for a connection. By itself it
 * would plan a statement anew for each call, which takes four times as long as reading a page, wherever its first calls
 * were cheaper than a plan for all values: those of a viewer with an empty timeline, for example.
 */
export type StatementPool = pg.Pool & { readonly [generic]: true }
export type Database = { db: Db; pool: pg.Pool; statements: StatementPool; close(): Promise<void> }
/** How many connections, and how long may be waited for one and for an answer, in milliseconds. */
export type Patience = { max: number; statementsMax: number; connectMs: number; queryMs: number }

/** People wait less than a second: of a stopped, frozen or crowded database they are told so, instead of a page that hangs. */
const FOR_REQUESTS: Patience = { max: 6, statementsMax: 8, connectMs: 500, queryMs: 900 }
/**
 * Nobody waits for the queue and for deliveries, which may move many rows at once. Three connections listen for new jobs
 * (jobs/worker.ts).
 */
const FOR_JOBS: Patience = { max: 8, statementsMax: 2, connectMs: 5000, queryMs: 15_000 }

export const openDatabase = (url: string, log: Logger, max = FOR_REQUESTS.max): Database =>
  open(url, log, { ...FOR_REQUESTS, max })

/** Connections apart from the people's, so that neither takes the other's and each has its own patience. */
export const openDatabaseForJobs = (url: string, log: Logger, patience: Partial<Patience> = {}): Database =>
  open(url, log, { ...FOR_JOBS, ...patience })

function open(url: string, log: Logger, patience: Patience): Database {
  const pool = openPool(url, log, patience, patience.max)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  const statements = openPool(url, log, patience, patience.statementsMax, {
    // In its own words; `set` after connecting would be a trip more.
    options: '-c plan_cache_mode=force_generic_plan',
  }) as StatementPool
  return {
    db,
    pool,
    statements,
    // Not `db.destroy()`, which closes nothing where only the pool was used.
    close: async () => void (await Promise.all([pool.end(), statements.end()])),
  }
}

function openPool(
  url: string,
  log: Logger,
  { connectMs, queryMs }: Patience,
  max: number,
  more: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'signalpost',
    ...more,
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'a database connection was lost'))
  pool.on('connect', (client) => {
    // While it is in use its query fails, and that is told there; unheard, the event would end the process.
    client.on('error', () => {})
    endWithUnanswered(client)
  })
  return pool
}

/**
 * A query that was given up on still runs. Were its connection used again, the next request would wait behind it, or
 * find itself inside a transaction that nobody ends, and lose what it was told is written. So the connection goes too.
 */
function endWithUnanswered(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const checked = (...args: unknown[]) => {
    const answer = query(...args)
    return answer instanceof Promise
      ? answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === UNANSWERED) stream.destroy()
          throw error
        })
      : answer
  }
  client.query = checked as typeof client.query
}

/** What the driver says of a query that took longer than it may. */
const UNANSWERED = 'Query read timeout'

/**
 * SQLSTATE classes and codes that mean "not right now", not "the query is wrong"; 3D000 while the database is being
 * restored under its name, 25006 when a failover has turned the server one is connected to into a replica, 40001 and
 * 40P01 when two writes were in each other's way.
 */
const AWAY = /^(08|57P0|53|3D000|25006|40001|40P01)/
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']
/** The driver's own errors carry no code, and graphile-worker's and Kysely's are the driver's. */
const AWAY_MESSAGES = /connect|timeout|terminated|not queryable/i

/** Whether an error of the driver means that the database can't be reached or has no room; the caller answers 503. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return AWAY.test(code)
  if (typeof code === 'string') return AWAY_CODES.includes(code)
  return AWAY_MESSAGES.test(error.message) && /[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')
}

/** The name of the constraint a write ran into, or null when the error is something else. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return (code === '23505' || code === '23503') && typeof constraint === 'string' ? constraint : null
}
