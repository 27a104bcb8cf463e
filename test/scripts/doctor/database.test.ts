// The doctor's check of the database: what it reports for a healthy one and for each fault.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteKey } from '#engine/log/note.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { asOwner, type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer } from '#test/server.ts'
import { startWitness } from '#test/witness.ts'
import { database as check } from '../../../tools/scripts/doctor/database.ts'
import { type Given, KEY, linesOf } from './lines-of.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

const findings = (settings: Record<string, string>, given: Given = {}) =>
  linesOf(check, { DATABASE_URL: database.url, ...settings }, { urls: database, ...given })

test('a migrated database with two roles has no faults', async () => {
  const found = await findings({})
  expect(found).toContainEqual(expect.stringMatching(/^ok: PostgreSQL 1\d answers\.$/))
  expect(found).toContain('ok: The encoding is UTF8.')
  expect(found).toContain('ok: All migrations are applied.')
  expect(found).toContainEqual(
    expect.stringMatching(/^ok: The role \w+ reads and writes, and can’t change the schema\.$/),
  )
  expect(found).toContain('ok: The owner of the tables can sign in.')
  expect(found).toContainEqual(expect.stringMatching(/^ok: \d+ connections are allowed/))
  expect(found).toContainEqual(
    expect.stringMatching(/^ok: This machine’s clock and the database’s differ by 0/),
  )
  expect(found.filter((line) => line.startsWith('fault'))).toEqual([])
})

test('the doctor reports no answer, a wrong owner, and an embedded database that isn’t running', async () => {
  const nowhere = 'postgresql://app:hidden@127.0.0.1:1/none'
  const [line] = await findings({}, { urls: { url: nowhere, ownerUrl: nowhere } })
  expect(line).toMatch(/^fault: The database at 127\.0\.0\.1:1 can’t be reached as app: .*ECONNREFUSED/)
  expect(line).not.toContain('hidden')
  const wrongOwner = new URL(database.ownerUrl)
  wrongOwner.username = 'missing'
  const found = await findings({}, { urls: { ...database, ownerUrl: wrongOwner.href } })
  expect(found).toContainEqual(expect.stringMatching(/^fault: The owner missing can’t sign in: /))
  const absent = await findings({}, { urls: undefined })
  expect(absent).toEqual(['warning: The embedded database isn’t running, so it was not checked.'])
})

test('the doctor reports a wrong clock', async () => {
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + 90_000) }
  const found = await findings({}, { clock })
  expect(found).toContainEqual(
    expect.stringMatching(/^fault: This machine’s clock and the database’s differ by (89|90)/),
  )
})

test('the doctor reports a single role, a short statement_timeout, another time zone and another encoding', async () => {
  const other = await freshDatabase()
  const { pathname } = new URL(other.url)
  const name = pathname.slice(1)
  await asOwner(other, `alter database ${name} set statement_timeout = '5s'`)
  await asOwner(other, `alter database ${name} set timezone = 'Europe/Berlin'`)
  const one = { url: other.ownerUrl, ownerUrl: other.ownerUrl }
  const found = await findings({}, { urls: one })
  expect(found).toContain(
    'warning: statement_timeout is 5000 ms, and jobs may take 15000 ms for a statement.',
  )
  expect(found).toContainEqual(expect.stringMatching(/^warning: The time zone is Europe\/Berlin\./))
  expect(found).toContainEqual(expect.stringMatching(/^ok: One role, \w+, owns the tables and serves\.$/))
  await asOwner(other, `create database ${name}_old template template0 encoding 'SQL_ASCII' locale 'C'`)
  const old = new URL(other.ownerUrl)
  old.pathname = `/${name}_old`
  const empty = await findings({}, { urls: { url: old.href, ownerUrl: old.href } })
  expect(empty).toContain('fault: The encoding is SQL_ASCII.')
  expect(empty).toContainEqual(expect.stringMatching(/^fault: The database lacks \d+ migrations from 0001/))
  await asOwner(other, `drop database ${name}_old`)
  await other.drop()
})

test('the doctor reports migrations of a newer version', async () => {
  const other = await freshDatabase()
  const add = (file: string, kind: string) =>
    asOwner(other, 'insert into migrations (name, applied_at, kind) values ($1, now(), $2)', [file, kind])
  await add('9998-later.sql', 'expand')
  expect(await findings({}, { urls: other })).toContain(
    'warning: A newer version added 9998-later.sql, compatibly.',
  )
  await add('9999-later.contract.sql', 'contract')
  expect(await findings({}, { urls: other })).toContain(
    'fault: A newer version changed the database: 9999-later.contract.sql.',
  )
  await other.drop()
})

test('the doctor reports too few connections for the running copies', async () => {
  const other = await freshDatabase()
  await asOwner(
    other,
    `insert into worker_pools (id, seen_at) select n::text, now() from generate_series(1, 90) n`,
  )
  expect(await findings({}, { urls: other })).toContainEqual(
    expect.stringMatching(/^fault: \d+ connections are allowed, and 30 copies of the server may open 990\.$/),
  )
  await other.drop()
})

test('the doctor counts secrets under a previous key and under a lost one', async () => {
  const other = await freshDatabase()
  const server = await startServer({ database: other })
  const sealed = server.deps.secrets.seal('a secret', 'x')
  const { ada } = await buildPeople(server.deps, { ada: member() })
  await server.deps.db
    .insertInto('brokerCustomers')
    .values({
      userId: ada.id,
      provider: 'snaptrade',
      isSample: true,
      externalId: server.deps.clock.newId(),
      secret: sealed,
      createdAt: server.deps.clock.now(),
    })
    .execute()
  await server.stop()
  const given = { urls: other }
  const current = 'ok: All secrets of brokers and authenticator apps are encrypted with the current key.'
  expect(await findings({}, given)).toContain(current)
  expect(await findings({ ENCRYPTION_KEY: KEY }, given)).toContain(
    'warning: 1 secrets of brokers and authenticator apps are encrypted with a previous key.',
  )
  expect(await findings({ SESSION_SECRET: 'x'.repeat(32) }, given)).toContain(
    'fault: 1 secrets of brokers and authenticator apps are encrypted with a key that isn’t set.',
  )
  await other.drop()
})

test('the doctor reports whether LOG_KEY is the key of the log', async () => {
  const other = await freshDatabase()
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const [LOG_KEY, LOG_KEY_PREVIOUS] = [next.toString('base64'), old.toString('base64')]
  const lines = (settings: Record<string, string>) => findings(settings, { urls: other })
  const vkeyOf = (seed: Buffer) => noteKey('signalpost.test/log', seed).vkey
  await asOwner(
    other,
    `insert into record_log (origin, started_at, first_vkey) values ('signalpost.test/log', now(), $1)`,
    [vkeyOf(old)],
  )
  expect(await lines({ LOG_KEY: LOG_KEY_PREVIOUS })).toContain('ok: LOG_KEY signs the log of signals.')
  expect(await lines({ LOG_KEY })).toContain('fault: LOG_KEY isn’t the key that signs the log of signals.')
  expect(await lines({ LOG_KEY, LOG_KEY_PREVIOUS })).toContain(
    'warning: The log of signals is still signed with LOG_KEY_PREVIOUS.',
  )
  const introduced = (index: number, days: number) => {
    const time = new Date(Date.now() - days * 86_400_000).toISOString()
    const bytes = Buffer.from(JSON.stringify({ v: 1, kind: 'key', time, vkey: vkeyOf(next) }))
    const statement = `insert into record_entries (index, kind, bytes, leaf_hash) values ($1, 'key', $2, sha256($2))`
    return asOwner(other, statement, [index, bytes])
  }
  await introduced(1, 91)
  expect(await lines({ LOG_KEY, LOG_KEY_PREVIOUS })).toContain(
    'warning: LOG_KEY_PREVIOUS no longer signs anything.',
  )
  await introduced(2, 89)
  expect(await lines({ LOG_KEY, LOG_KEY_PREVIOUS })).toContain('ok: LOG_KEY signs the log of signals.')
  await other.drop()
})

test('the doctor reports how current the log’s witnesses are', async () => {
  const other = await freshDatabase()
  const witness = await startWitness('one.test/witness', async () => '')
  witness.close()
  const lines = () => findings({ WITNESSES: witness.setting }, { urls: other })
  expect(await findings({}, { urls: other })).toContain(
    'ok: Without WITNESSES, nobody cosigns the log of signals.',
  )
  expect(await lines()).toContain('ok: The witness one.test/witness hasn’t been asked yet.')
  await asOwner(other, `insert into record_checkpoints values (5, 'note', now())`)
  await asOwner(other, `insert into record_witnesses values ($1, 'answers 503', now())`, [witness.vkey])
  expect(await lines()).toContain(
    'warning: The witness one.test/witness hasn’t cosigned the last 5 entries: it answers 503.',
  )
  await asOwner(other, `insert into record_cosignatures values ($1, 5, 'line', now())`, [witness.vkey])
  expect(await lines()).toContain('ok: The witness one.test/witness has cosigned all of the log.')
  await other.drop()
})

test('the doctor reports the age of the last backup', async () => {
  const other = await freshDatabase()
  await asOwner(
    other,
    `create table if not exists backups (at timestamptz(3) primary key, size_in_bytes bigint not null, is_encrypted boolean not null)`,
  )
  await asOwner(other, 'grant select on backups to public')
  const backedUp = (hours: number) =>
    asOwner(other, `insert into backups values (now() - $1 * interval '1 hour', 1, false)`, [hours])
  const lines = () => findings({}, { urls: other })
  expect(await lines()).toContain('ok: No backup is recorded.')
  await backedUp(72)
  expect(await lines()).toContain('warning: The last backup is 72 hours old.')
  await backedUp(5)
  expect(await lines()).toContain('ok: The last backup is 5 hours old.')
  await other.drop()
})
