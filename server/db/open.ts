// The connection pool, and Kysely on top of it for the stores.
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

/** Counts fit in a JavaScript number far beyond any table here. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a pool of at most `max` connections. A connection that can't be had within a second, or a query that takes
 * longer than five, fails, so that a stopped or frozen database is answered with 503 instead of a hanging page.
 */
export function openDatabase(url: string, log: Logger, max = 12): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 1000,
    query_timeout: 5000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'signalpost',
  })
  const lost = (error: Error) => log.warn({ error: error.message }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return { db, pool }
}

/**
 * SQLSTATE classes and codes that mean "the database is not there right now", not "the query is wrong"; 3D000 while it
 * is being restored under its name, 25006 when a failover has turned the server one is connected to into a replica.
 */
const AWAY = /^(08|57P0|53|3D000|25006)/
const AWAY_MESSAGES = /connect|timeout|terminated|ECONNREFUSED|ECONNRESET|ENOENT|Query read timeout/i

/** Whether an error of the driver means that the database can't be reached or has no room; the caller answers 503. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return AWAY.test(code)
  if (typeof code === 'string')
    return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code)
  return AWAY_MESSAGES.test(error.message) && error.stack?.includes('/pg') === true
}

/** The name of the constraint a write ran into, or null when the error is something else. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return (code === '23505' || code === '23503') && typeof constraint === 'string' ? constraint : null
}
