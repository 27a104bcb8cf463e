// A database for a test file: a copy of the migrated template, dropped afterwards.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { type Database, openDatabaseForJobs } from '#server/db/open.ts'
import { WAIT_TIMEOUT_MS } from './test-scope.ts'

export interface FreshDatabase {
  url: string
  /** Drops it and closes its remaining connections. */
  drop(): Promise<void>
}

/** Creates an empty, migrated database; takes 20 to 200 ms, depending on the disk. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(template, `create database ${name} template template`)
  const url = new URL(template)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(template, `drop database ${name} with (force)`) }
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const url = new URL(templateUrl)
  url.pathname = '/signalpost'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Opens the product's pools with longer timeouts: a busy machine may exceed the product's timeouts of under a second. */
export const openTestDatabase = (url: string, log: Logger, max: number): Database =>
  openDatabaseForJobs(url, log, {
    max,
    statementsMax: max,
    connectMs: WAIT_TIMEOUT_MS,
    queryMs: WAIT_TIMEOUT_MS,
  })
