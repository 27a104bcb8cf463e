// Migrating a database of an earlier version that contains portfolios and jobs.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'

const FOLDER = join(import.meta.dirname, '../../server/db/migrations')

/** A database with only the migrations before the given one. */
async function databaseBefore(number: string): Promise<{ url: string; client: pg.Client }> {
  const url = new URL(inject('template').ownerUrl)
  url.pathname = '/signalpost'
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    // graphile-worker's migrations don't wait until their connection has closed; terminating it would cause an error.
    await vi.waitFor(async () => {
      const open = await admin.query('select from pg_stat_activity where datname = $1', [name])
      expect(open.rowCount).toBe(0)
    })
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  await client.query('create table migrations (name text primary key, applied_at timestamptz(3) not null)')
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < number).toSorted()
  for (const file of files) {
    await client.query(await readFile(join(FOLDER, file), 'utf8'))
    await client.query('insert into migrations values ($1, now())', [file])
  }
  return { url: url.href, client }
}

test('portfolios from before 0015 get a source, and their public records begin with the upgrade', async () => {
  const { url, client } = await databaseBefore('0015')
  const at = '2026-02-01T23:30:00.000Z'
  const kinds = { 1: 'live', 2: 'imported', 3: 'sample', 4: null, 5: 'imported' }
  for (const [place, kind] of Object.entries(kinds)) {
    const id = `00000000-0000-4000-8000-00000000000${place}`
    await client.query(
      `insert into users (id, email, password, username, is_public, created_at, updated_at)
       values ($1, $2, 'x', $3, $4, now(), now())`,
      [id, `${place}@example.com`, `user${place}`, place !== '5'],
    )
    await client.query(
      `insert into portfolio_accounts (id, user_id, source, broker, currency, created_at, updated_at)
       values ($1, $1, 'file', 'B', 'USD', now(), now())`,
      [id],
    )
    const picture = kind && JSON.stringify({ trust: { kind, at }, moneyWeighted: '+2.0%' })
    await client.query(
      `insert into portfolio_pictures (user_id, performance, picture, worked_out_at) values ($1, '+1.0%', $2, now())`,
      [id, picture],
    )
  }
  await migrate({ url, ownerUrl: url }, systemClock)
  const { rows } = await client.query<object>(
    `select p.source, linked_since::text as since, money_weighted as money, shown_at is not null as shown,
            exists (select from performance_record_events e where e.user_id = p.user_id) as public
       from performance_summaries p join portfolio_accounts a using (user_id) order by user_id`,
  )
  const file = { source: 'self_reported', since: null, money: '+2.0%', shown: true }
  expect(rows).toEqual([
    { source: 'linked', since: '2026-02-01', money: '+2.0%', shown: true, public: true },
    { ...file, public: true },
    { source: 'sample', since: null, money: '+2.0%', shown: true, public: true },
    { source: 'none', since: null, money: null, shown: false, public: false },
    { ...file, public: false },
  ])
})

test('jobs queued before 0023 get their new names and keep their payloads', async () => {
  const { url, client } = await databaseBefore('0023')
  await runMigrations({ connectionString: url })
  const queue = (task: string, payload: object) =>
    client.query('select graphile_worker.add_job($1, $2::json)', [task, JSON.stringify(payload)])
  await queue('work_out_portfolio', { userId: 'ada' })
  await queue('look_for_connections', { userId: 'bob', provider: 'plaid' })
  await migrate({ url, ownerUrl: url }, systemClock)
  const { rows } = await client.query<object>(
    `select t.identifier as task, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by task desc`,
  )
  expect(rows).toEqual([
    { task: 'recompute_portfolio', payload: { userId: 'ada' } },
    { task: 'discover_connections', payload: { userId: 'bob', provider: 'plaid' } },
  ])
})

test('a job queued before 0025 runs under its new name', async () => {
  const { url, client } = await databaseBefore('0025')
  await runMigrations({ connectionString: url })
  await client.query(`select graphile_worker.add_job('tell_payouts', '{"userId":"u"}')`)
  await migrate({ url, ownerUrl: url }, systemClock)
  const { rows } = await client.query<{ task_identifier: string }>(
    'select task_identifier from graphile_worker.jobs',
  )
  expect(rows).toEqual([{ task_identifier: 'email_payout_status' }])
})

test('a sync error saved before 0027 is kept, and payout columns still refuse unknown values', async () => {
  const { url, client } = await databaseBefore('0027')
  const id = '00000000-0000-4000-8000-000000000001'
  await client.query(
    `insert into users (id, email, password, username, created_at, updated_at)
     values ($1, 'ada@example.com', 'x', 'ada', now(), now())`,
    [id],
  )
  await client.query(
    `insert into broker_connections (id, user_id, provider, is_sample, external_id, broker, created_at, trouble)
     values ($1, $1, 'plaid', false, 'item', 'Schwab', now(), 'Schwab couldn’t be read.')`,
    [id],
  )
  await migrate({ url, ownerUrl: url }, systemClock)
  const { rows } = await client.query<object>('select sync_error from broker_connections')
  expect(rows).toEqual([{ sync_error: 'Schwab couldn’t be read.' }])
  for (const column of ['payout_status', 'payouts_emailed'])
    await expect(client.query(`update users set ${column} = 'unknown'`)).rejects.toThrow(
      `users_${column}_check`,
    )
})

test('people and links from before 0038 are kept; an address is unique once it is verified', async () => {
  const { url, client } = await databaseBefore('0038')
  const id = '00000000-0000-4000-8000-000000000001'
  const insert = (userId: string, username: string, email: string) =>
    client.query(
      `insert into users (id, email, password, username, created_at, updated_at)
       values ($1, $3, 'x', $2, now(), now())`,
      [userId, username, email],
    )
  await insert(id, 'ada', 'ada@example.com')
  await client.query(
    `insert into account_tokens (id, user_id, purpose, token_hash, created_at, expires_at)
     values ($1, $1, 'reset_password', 'hash', now(), now())`,
    [id],
  )
  await migrate({ url, ownerUrl: url }, systemClock)
  const { rows } = await client.query<object>(
    'select u.email_verified_at, t.email from users u join account_tokens t on t.user_id = u.id',
  )
  expect(rows).toEqual([{ email_verified_at: null, email: null }])
  await insert(id.replace(/1$/, '2'), 'eve', 'ADA@example.com')
  await expect(client.query('update users set email_verified_at = now()')).rejects.toThrow(
    'users_verified_email',
  )
  await expect(client.query(`update account_tokens set purpose = 'verify_email'`)).rejects.toThrow(
    'account_tokens_email_check',
  )
})

test('mentions in signals from before 0049 mean the people who have these names', async () => {
  const { url, client } = await databaseBefore('0049')
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
  for (const [index, username] of ['Ada', 'bob_1', 'cleo'].entries())
    await client.query(
      `insert into users (id, email, password, username, created_at, updated_at)
       values ($1, $2 || '@example.com', 'x', $2, now(), now())`,
      [id(index), username],
    )
  const texts = [
    '@ada and @ADA, then @bob_1. Not @bob_12, @cleo@elsewhere.example is ignored by the page, @nobody',
    'Nothing at all',
  ]
  for (const [index, content] of texts.entries())
    await client.query(
      `insert into signals (id, user_id, content, signal_type, created_at) values ($1, $2, $3, 'comment', now())`,
      [id(index), id(0), content],
    )
  await migrate({ url, ownerUrl: url }, systemClock)
  const { rows } = await client.query<object>(
    'select signal_id, name, user_id from signal_mentions order by name',
  )
  expect(rows).toEqual([
    { signal_id: id(0), name: 'ada', user_id: id(0) },
    { signal_id: id(0), name: 'bob_1', user_id: id(1) },
    { signal_id: id(0), name: 'cleo', user_id: id(2) },
  ])
})
