// Runs before all tests: starts one embedded Postgres with an empty, migrated template database.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '#server/clock.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { type DatabaseUrls, migrate } from '#server/db/migrate.ts'
import { scratchRoot } from '#test/scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template that `freshDatabase` copies. */
    template: DatabaseUrls
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
  // Copies the template in the kernel, which takes a third less time.
  file_copy_method: 'clone',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await scratchRoot()
  await removeLeftovers(scratch)
  const dataDir = await mkdtemp(join(scratch, `${PREFIX}${process.pid}-`))
  const postgres = await startEmbeddedPostgres(dataDir, { settings: SETTINGS })
  try {
    const urls = { url: inTemplate(postgres.url), ownerUrl: inTemplate(postgres.ownerUrl) }
    await run(postgres.ownerUrl, 'create database template')
    await migrate(urls, systemClock)
    // The template accepts no more connections, because a database in use can't be copied.
    await run(postgres.ownerUrl, "update pg_database set datallowconn = false where datname = 'template'")
    project.provide('template', urls)
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

function inTemplate(url: string): string {
  const template = new URL(url)
  template.pathname = '/template'
  return template.href
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
