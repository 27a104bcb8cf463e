// Runs before all tests: starts one embedded Postgres with an empty, migrated template database.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { scratchRoot } from '#test/scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the template that `freshDatabase` copies. */
    templateUrl: string
  }
}

const PREFIX = 'signalpost-test-'

const SETTINGS = {
  max_connections: '600',
  // The tests' data needn't survive a crash.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await scratchRoot()
  await removeLeftovers(scratch)
  const dataDir = await mkdtemp(join(scratch, `${PREFIX}${process.pid}-`))
  const postgres = await startEmbeddedPostgres(dataDir, { settings: SETTINGS })
  try {
    const template = new URL(postgres.url)
    template.pathname = '/template'
    await run(postgres.url, 'create database template')
    await migrate(template.href)
    // No more connections, because a database in use can't be copied.
    await run(postgres.url, "update pg_database set datallowconn = false where datname = 'template'")
    project.provide('templateUrl', template.href)
  } catch (error) {
    await end()
    throw error
  }
  return end

  async function end() {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A killed run leaves its data and its Postgres behind. */
async function removeLeftovers(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    const dataDir = join(scratch, name)
    try {
      // Starting it stops a Postgres that still runs there.
      if (existsSync(join(dataDir, 'postgres'))) await (await startEmbeddedPostgres(dataDir)).stop()
      await rm(dataDir, { recursive: true, force: true })
    } catch {
      // It belongs to another account or is broken; the tests can run anyway.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
