// Runs after the setup of an earlier release: this version migrates the database that each of the release's tests copies.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

export default async function setup(project: TestProject): Promise<void> {
  const { url, ownerUrl } = project.getProvidedContext().template
  await allowConnections(ownerUrl, true)
  // The command of an upgrade, as in docs/operating.md.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tools/scripts/run.mjs'), 'tools/scripts/admin.ts', 'migrate'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'test', ...settings(url, ownerUrl) } },
  )
  console.log(`This version migrates the database of the release: ${stdout.trim()}`)
  if (status !== 0) throw new Error(`This version could not migrate the database of the release: ${stderr}`)
  // The release's tests begin with an empty audit log.
  await run(ownerUrl, 'delete from audit_log')
  await allowConnections(ownerUrl, false)
}

const settings = (url: string, ownerUrl: string) => ({
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  SESSION_SECRET: 'a secret of at least 32 characters, for tests',
})

/** A database that is in use can't be copied, so tests have none open. */
async function allowConnections(templateUrl: string, allowed: boolean): Promise<void> {
  const other = new URL(templateUrl)
  other.pathname = '/postgres'
  await run(other.href, `alter database template allow_connections ${allowed}`)
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
