// A database for a test file: a copy of the migrated template, dropped afterwards.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import { inject } from 'vitest'
import { type Database, openDatabaseForJobs } from '#server/db/open.ts'
import type { DatabaseUrls } from '#server/db/migrate.ts'
import { WAIT_TIMEOUT_MS } from './test-scope.ts'

/** `url` has only the rights of the server; `ownerUrl` is for what tests do and the product never does. */
export interface FreshDatabase extends DatabaseUrls {
  /** Drops it and closes its remaining connections. */
  drop(): Promise<void>
}

/** Creates an empty, migrated database. Copying files takes half the work of PostgreSQL's default, the WAL (9 instead of 18 ms). */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, ownerUrl } = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(ownerUrl, `create database ${name} template template strategy file_copy`)
  return {
    url: named(url, name),
    ownerUrl: named(ownerUrl, name),
    drop: () => administer(ownerUrl, `drop database ${name} with (force)`),
  }
}

function named(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

let administrator: pg.Pool | undefined
/** One connection for all databases of a worker: on a slow machine, each new one takes 35 ms of CPU time (measured). */
async function administer(templateUrl: string, statement: string): Promise<void> {
  administrator ??= openAdministrator(named(templateUrl, 'signalpost'))
  await administrator.query(statement)
}

function openAdministrator(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The cluster stops before the worker does.
  return pool.on('error', () => {})
}

/** Runs statements as the owner of the database: for what the server may not do. */
export async function asOwner(
  { ownerUrl }: Pick<DatabaseUrls, 'ownerUrl'>,
  statement: string,
  values?: unknown[],
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await afterDeadlocks(() => client.query(statement, values))
  } finally {
    await client.end()
  }
}

/** Repeats a transaction that the database ended because of a deadlock with the server. */
export async function afterDeadlocks(transaction: () => Promise<unknown>): Promise<void> {
  try {
    await transaction()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED)) throw error
    await afterDeadlocks(transaction)
  }
}
const DEADLOCK_DETECTED = '40P01'

/** Opens the product's pools with longer timeouts: a busy machine may exceed the product's timeouts of under a second. */
export const openTestDatabase = (url: string, log: Log, max: number): Database =>
  openDatabaseForJobs(url, log, {
    max,
    statementsMax: max,
    connectMs: WAIT_TIMEOUT_MS,
    queryMs: WAIT_TIMEOUT_MS,
  })
