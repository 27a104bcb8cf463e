// The monthly partitions of the audit log: created ahead, dropped after 400 days, and no entry is lost if one is missing.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maintainAuditPartitions, sweepAuditLog } from '#server/audit/partitions.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

let database: FreshDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  for (const name of await partitions()) await owner.query(`drop table ${name}`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** The monthly partitions, without the default one. */
async function partitions(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^audit_log_\\d{4}_\\d{2}$' order by 1`,
  )
  return rows.map(({ name }) => name)
}
/** Adds an entry as the server. */
async function add(at: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into audit_log (id, created_at, event, actor) values (gen_random_uuid(), $1, 'sign_in.link', 'system')`,
    [at],
  )
  await client.end()
}
async function entries(): Promise<[table: string, at: string][]> {
  const { rows } = await owner.query<{ table: string; at: Date }>(
    'select tableoid::regclass::text as table, created_at as at from audit_log order by created_at',
  )
  return rows.map(({ table, at }) => [table, at.toISOString()])
}
const keep = (at: string) => maintainAuditPartitions(owner, new Date(at))

test('this month and the next three have partitions, and creating them again changes nothing', async () => {
  for (let times = 0; times < 2; times += 1) expect(await keep('2026-11-23T18:00:00Z')).toBe(true)
  expect(await partitions()).toEqual([
    'audit_log_2026_11',
    'audit_log_2026_12',
    'audit_log_2027_01',
    'audit_log_2027_02',
  ])
})

test('an entry of a month without a partition is kept, and moves once there is one', async () => {
  await add('2026-11-23T18:00:00.000Z')
  await add('2027-03-31T23:59:59.999Z')
  await add('2027-04-01T00:00:00.000Z')
  expect(await entries()).toEqual([
    ['audit_log_2026_11', '2026-11-23T18:00:00.000Z'],
    ['audit_log_default', '2027-03-31T23:59:59.999Z'],
    ['audit_log_default', '2027-04-01T00:00:00.000Z'],
  ])
  await keep('2026-12-31T23:00:00Z')
  expect((await entries()).map(([table]) => table)).toEqual([
    'audit_log_2026_11',
    'audit_log_2027_03',
    'audit_log_default',
  ])
})

test('a month is dropped 400 days after its last day, and so are entries without a partition', async () => {
  await add('2026-10-05T00:00:00.000Z')
  // 400 days after 30 November 2026.
  await keep('2028-01-04T23:00:00Z')
  expect(await partitions()).toContain('audit_log_2026_11')
  expect((await entries()).map(([, at]) => at)).not.toContain('2026-10-05T00:00:00.000Z')
  await keep('2028-01-05T01:00:00Z')
  expect(await partitions()).not.toContain('audit_log_2026_11')
  expect(await partitions()).toContain('audit_log_2026_12')
  expect((await entries()).map(([, at]) => at)).toEqual([
    '2027-03-31T23:59:59.999Z',
    '2027-04-01T00:00:00.000Z',
  ])
})

test('the server’s role changes nothing, and the hourly job uses the owner’s URL if it is set', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const settings = { NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) }
  const clock = { ...systemClock, now: () => new Date('2030-01-15T00:00:00Z') }
  await sweepAuditLog({ config: readConfig(settings), pool, clock })
  expect(await partitions()).not.toContain('audit_log_2030_01')
  const config = readConfig({ ...settings, DATABASE_OWNER_URL: database.ownerUrl })
  await sweepAuditLog({ config, pool, clock })
  expect(await partitions()).toEqual([
    'audit_log_2030_01',
    'audit_log_2030_02',
    'audit_log_2030_03',
    'audit_log_2030_04',
  ])
  await pool.end()
})

test('a table that stays locked is left for the next run', async () => {
  const reader = new pg.Client({ connectionString: database.ownerUrl })
  await reader.connect()
  await reader.query('begin; lock table audit_log_default in row exclusive mode')
  await expect(keep('2030-02-15T00:00:00Z')).rejects.toThrow('lock timeout')
  const clock = { now: () => new Date('2030-02-15T00:00:00Z') }
  expect(await migrate(database, clock)).toMatchObject({ applied: [] })
  expect(await partitions()).not.toContain('audit_log_2030_05')
  await reader.query('rollback')
  await reader.end()
  await keep('2030-02-15T00:00:00Z')
  expect(await partitions()).toContain('audit_log_2030_05')
})
