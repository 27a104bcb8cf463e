// A database of one's own for a test file: a copy of the migrated template, thrown away afterwards.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { type Database, openDatabaseForJobs } from '#server/db/open.ts'
import { PATIENCE_MS } from './full.ts'

export interface FreshDatabase {
  url: string
  /** Throws it away, together with whoever is still connected. */
  drop(): Promise<void>
}

/** Makes an empty, migrated database; takes 20 to 200 ms, as the disk is. */
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

/** Opens connections as the product does, but for its patience of less than a second, which a busy machine may exceed. */
export const openPatientDatabase = (url: string, log: Logger, max: number): Database =>
  openDatabaseForJobs(url, log, { max, statementsMax: max, connectMs: PATIENCE_MS, queryMs: PATIENCE_MS })
