// The script that creates compose.yaml's roles, run by psql as PostgreSQL's image does, on a PostgreSQL of this test.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate, migrationFiles } from '#server/db/migrate.ts'
import { asOwner } from '#test/database.ts'
import { scratchRoot } from '#test/scratch.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

const script = join(import.meta.dirname, '../../tools/ops/postgres/roles.sql')
/** `\getenv` came with psql 15; a machine without it checks the files only (image.test.ts). */
const [, version = '0'] =
  /(\d+)/.exec(spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []

let dataDir: string
let postgres: EmbeddedPostgres
let superuser: URL
beforeAll(async () => {
  dataDir = mkdtempSync(join(await scratchRoot(), 'signalpost-compose-'))
  postgres = await startEmbeddedPostgres(dataDir)
  superuser = new URL(postgres.ownerUrl)
  superuser.pathname = '/postgres'
  // An empty cluster, as in a new volume, in which these two roles need their passwords.
  await asOwner({ ownerUrl: superuser.href }, 'drop database signalpost')
  await asOwner({ ownerUrl: superuser.href }, 'drop role signalpost_app')
  await asOwner(
    { ownerUrl: superuser.href },
    `copy (values ('local all signalpost_owner,signalpost_app scram-sha-256'), ('local all all trust'))
       to program 'cat > pg_hba.conf'`,
  )
  await asOwner({ ownerUrl: superuser.href }, 'select pg_reload_conf()')
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.skipIf(Number(version) < 15)(
  'the owner migrates the database, and the server’s role may not; both need their passwords',
  async () => {
    // With the options that the image gives psql.
    const options = ['-v', 'ON_ERROR_STOP=1', '--no-password', '--no-psqlrc', '-d', superuser.href]
    const { status, stderr } = spawnSync('psql', [...options, '-f', script], {
      encoding: 'utf8',
      env: { ...process.env, OWNER_PASSWORD: "owner's", SERVER_PASSWORD: 'server' },
    })
    expect([status, stderr]).toEqual([0, ''])
    const urlOf = (role: string, password: string) => {
      const url = new URL(superuser)
      return Object.assign(url, { username: role, password, pathname: '/signalpost' }).href
    }
    const url = urlOf('signalpost_app', 'server')
    // PostgreSQL reloads its password rules a moment after the request to do so.
    const withWrongPassword = () => asOwner({ ownerUrl: urlOf('signalpost_app', 'owner') }, 'select')
    await expect
      .poll(() => withWrongPassword().catch(String), { timeout: WAIT_TIMEOUT_MS })
      .toMatch(/password/)
    await expect(migrate({ url, ownerUrl: url }, systemClock)).rejects.toThrow(/may not apply/)
    const ownerUrl = urlOf('signalpost_owner', "owner's")
    expect(await migrate({ url, ownerUrl }, systemClock)).toEqual({
      applied: await migrationFiles(),
      newer: [],
      isOneRole: false,
    })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as strong, current_setting('timezone') as timezone
         from pg_roles where rolname like 'signalpost%' order by 1`,
    )
    await expect(client.query('create table mine (id integer)')).rejects.toThrow(/permission denied/)
    await client.end()
    expect(rows).toEqual([
      { rolname: 'signalpost', strong: true, timezone: 'UTC' },
      { rolname: 'signalpost_app', strong: false, timezone: 'UTC' },
      { rolname: 'signalpost_owner', strong: false, timezone: 'UTC' },
    ])
  },
)
