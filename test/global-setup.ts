// Before any test: one embedded Postgres for the whole run, and in it an empty, migrated database to copy.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the database every `freshDatabase` is a copy of. */
    templateUrl: string
  }
}

const PREFIX = 'signalpost-test-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const postgres = await startEmbeddedPostgres(dataDir, {
    // What a test writes need not survive anything.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  try {
    const template = new URL(postgres.url)
    template.pathname = '/template'
    await run(postgres.url, 'create database template')
    await migrate(template.href)
    // Nobody may enter it from here on: a database in use cannot be copied.
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

/** A run that was killed leaves its data, and its Postgres, behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    try {
      // Starting it is what ends a Postgres that still runs there.
      if (existsSync(join(dataDir, 'postgres'))) await (await startEmbeddedPostgres(dataDir)).stop()
      await rm(dataDir, { recursive: true, force: true })
    } catch {
      // It belongs to another account, or is broken; neither is a reason not to test.
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
