// The server's role can't change the schema, signals or the audit log, and servers of two versions share a database.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { asOwner, type FreshDatabase, freshDatabase } from '#test/database.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'

const ADA = '00000000-0000-4000-8000-000000000001'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into users (id, email, password, username, created_at, updated_at)
     values ('${ADA}', 'ada@example.com', 'x', 'ada', now(), now())`,
  )
  await client.query(
    `insert into signals (id, user_id, content, signal_type, created_at) values ('${ADA}', '${ADA}', 'Up', 'buy', now())`,
  )
  await client.query(
    `insert into audit_log (id, created_at, event, actor) values ('${ADA}', now(), 'sign_in.password', 'visitor')`,
  )
})
afterEach(async () => {
  await asOwner(database, `delete from migrations where name like '99%'`)
})
afterAll(async () => {
  endAll()
  await client.end()
  await database.drop()
})

const month = () => `audit_log_${systemClock.now().toISOString().slice(0, 7).replace('-', '_')}`

test.each([
  `update signals set content = 'Down'`, // the trigger refuses what the column rights allow
  `update signals set tickers = '[]'`,
  `update signals set created_at = now()`,
  'delete from signals',
  'truncate signals cascade',
  'drop table signals',
  'alter table signals disable trigger all',
  'drop trigger signals_are_records on signals',
  `update audit_log set event = 'sign_in.link'`,
  'delete from audit_log',
  'truncate audit_log',
  'drop table audit_log',
  'alter table audit_log drop column event',
  `delete from ${month()}`,
  `drop table ${month()}`,
  `alter table audit_log detach partition ${month()}`,
  'delete from audit_log_default',
  `delete from migrations`,
  `insert into migrations values ('9999-mine.sql', now())`,
  'create table mine (id integer)',
  'create schema mine',
  'create table graphile_worker.mine (id integer)',
  'alter table users add column mine integer',
  'create index mine on users (id)',
  'create role mine',
  'set session_replication_role = replica',
])('the server’s role may not: %s', async (statement) => {
  await expect(client.query(statement)).rejects.toThrow(
    /^(permission denied|must be owner|must be superuser|a signal is a record)/,
  )
})

test('a row and its table are still as they were', async () => {
  const { rows } = await client.query(`select content from signals union all select event from audit_log`)
  expect(rows).toEqual([{ content: 'Up' }, { content: 'sign_in.password' }])
})

test('migrating again as the owner changes nothing', async () => {
  expect(await migrate(database, systemClock)).toEqual({ applied: [], newer: [], isOneRole: false })
})

test('a server without the owner’s URL starts on a migrated database', async () => {
  const { url } = database
  expect(await migrate({ url, ownerUrl: url }, systemClock)).toMatchObject({ applied: [] })
})

test('a single role for both keeps all its rights', async () => {
  const { ownerUrl } = database
  const schema = await migrate({ url: ownerUrl, ownerUrl }, systemClock)
  expect(schema).toMatchObject({ isOneRole: true })
  await asOwner(database, `create table made (id integer); drop table made`)
})

test('a server that may not migrate names the missing migrations and the command', async () => {
  await asOwner(database, `delete from migrations where name = '0045-audit-log.sql'`)
  await expect(startProduct(database.url)).rejects.toThrow(
    'ended with 1: The database lacks 0045-audit-log.sql, which the role of DATABASE_URL may not apply. Run `npm run admin -- migrate` with DATABASE_OWNER_URL first.\n',
  )
  await asOwner(database, `insert into migrations values ('0045-audit-log.sql', now(), 'expand')`)
})

test('a server serves a newer schema that was only expanded, and logs it once', async () => {
  await asOwner(database, `insert into migrations values ('9901-more.sql', now(), 'expand')`)
  const product = await startProduct(database.url)
  expect((await product.ask('/api/ready')).status).toBe(200)
  const lines = product.said().split('\n')
  expect(lines.filter((line) => line.includes('9901-more.sql'))).toHaveLength(1)
  await product.end('SIGTERM')
})

test.each(["'contract'", 'null'])(
  'a server refuses a newer schema of the kind %s with a one-sentence message',
  async (kind) => {
    await asOwner(database, `insert into migrations values ('9902-less.contract.sql', now(), ${kind})`)
    await expect(startProduct(database.url)).rejects.toThrow(
      /ended with 1: The database was migrated by a newer version: it has 9902-less\.contract\.sql, which removes what this version needs\. Start the newer version\.\n$/,
    )
  },
)

test('rights granted by hand are revoked', async () => {
  await asOwner(database, 'grant delete on signals to signalpost_app')
  await migrate(database, systemClock)
  await expect(client.query('delete from signals')).rejects.toThrow('permission denied')
})

test('an owner without further rights migrates an empty database, and the server works on it', async () => {
  const at = (role: string) => {
    const url = new URL(database.ownerUrl)
    url.username = role
    url.pathname = '/plain'
    return url.href
  }
  for (const statement of [
    'create role plain_owner login',
    'create role plain_server login',
    'create database plain owner plain_owner',
  ])
    await asOwner(database, statement)
  const urls = { url: at('plain_server'), ownerUrl: at('plain_owner') }
  const { applied } = await migrate(urls, systemClock)
  expect(applied).toContain('0045-audit-log.sql')
  expect(await migrate({ ...urls, ownerUrl: urls.url }, systemClock)).toMatchObject({ applied: [] })
  const worker = new pg.Client({ connectionString: urls.url })
  await worker.connect()
  await worker.query(`select graphile_worker.add_job('sweep')`)
  expect((await worker.query('select from graphile_worker._private_jobs')).rowCount).toBe(1)
  await worker.end()
  await asOwner(database, 'drop database plain with (force)')
  for (const role of ['plain_owner', 'plain_server']) await asOwner(database, `drop role ${role}`)
})
