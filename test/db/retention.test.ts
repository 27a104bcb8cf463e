// docs/operating.md says for each table how long its rows are kept, and the code that deletes them agrees.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { sweep } from '#server/jobs/sweep.ts'
import * as limits from '#shared/limits.ts'
import { asOwner } from '#test/database.ts'
import { settableClock } from '#test/settable-clock.ts'
import { startServer, type TestServer } from '#test/server.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const [, table = ''] =
  /\| table \| kept \| deleted by \|\n\|[-|]+\n([^]*?)\n\n/.exec(read('docs/operating.md')) ?? []
const ROWS = table.split('\n').map((line) => {
  const [, names = '', kept = '', by = ''] = line.split('|').map((cell) => cell.trim())
  return {
    names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    kept,
    file: /^`(.+)`$/.exec(by)?.[1] ?? null,
  }
})

const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.database.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

test('every table is in the list, once', async () => {
  const tables = await rowsOf<{ name: string }>(
    `select relname as name from pg_class c where relkind in ('r', 'p') and not relispartition
        and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and c.oid <> 'graphile_worker.migrations'::regclass`,
  )
  const listed = ROWS.flatMap(({ names }) => names)
  expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('each limited retention names the file that deletes the rows, and everything else gives its reason', async () => {
  const cascades = await rowsOf<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confdeltype = 'c'`,
  )
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const missing: string[] = []
  for (const { names, kept, file } of ROWS) {
    if (file === null) {
      expect(`${names.join()} ${kept}`).toMatch(
        /^\S+ (forever: |as long as the account|until you delete them)/,
      )
      continue
    }
    const [first = '', ...others] = names
    const deletes = (name: string) =>
      new RegExp(
        `deleteFrom\\('${camel(name)}( as \\w+)?'\\)|delete from (graphile_worker\\.)?${name}\\b|drop table`,
      ).test(read(file))
    missing.push(...(deletes(first) ? [] : [first]))
    missing.push(
      ...others.filter((name) => !deletes(name) && !cascades.some((cascade) => cascade.name === name)),
    )
  }
  expect(missing).toEqual([])
})

test.each([
  ['sessions', `${limits.SESSION_DAYS} days`],
  ['account_tokens', `${limits.LINKS_KEPT_DAYS} days`],
  ['emails', `${limits.EMAILS_KEPT_DAYS} days`],
  ['username_changes', `${limits.USERNAME_HELD_DAYS} days`],
  ['backups', `${limits.BACKUPS_LISTED_DAYS} days`],
  ['_private_jobs', `${limits.FAILED_JOBS_DAYS} days`],
  ['stripe_events', `${limits.STRIPE_EVENTS_DAYS} days`],
  ['data_exports', `${limits.DATA_EXPORT_DAYS} days`],
  ['portfolio_imports', `${limits.IMPORT_PREVIEW_DAYS} day`],
  ['portfolio_import_files', `${limits.UNMAPPED_FILE_MINUTES} minutes`],
  ['audit_log', `${limits.AUDIT_LOG_DAYS} days`],
])('%s states the same figure as the code', (name, figure) => {
  expect(ROWS.find(({ names }) => names.includes(name))?.kept).toContain(figure)
})

test('jobs that failed for good and old backup entries are deleted; jobs that may still run stay', async () => {
  const { db } = server.deps
  const later = new Date(clock.now().getTime() + 365 * 86_400_000)
  for (const ticker of ['DONE', 'NEXT'])
    await enqueue(db, 'fetch_ticker_prices', { ticker }, { key: ticker, runAt: later })
  await asOwner(
    server.database,
    `update graphile_worker._private_jobs set attempts = max_attempts where key = 'DONE'`,
  )
  await db
    .insertInto('backups')
    .values(
      [0, limits.BACKUPS_LISTED_DAYS - 1].map((days) =>
        backupAt(new Date(clock.now().getTime() - days * 86_400_000)),
      ),
    )
    .execute()
  const kept = async () => [
    ...(await rowsOf(
      `select key from graphile_worker._private_jobs where key in ('DONE', 'NEXT') order by 1`,
    )),
    ...(await rowsOf('select count(*)::int as backups from backups')),
  ]
  await sweep(server.deps)
  expect(await kept()).toEqual([{ key: 'DONE' }, { key: 'NEXT' }, { backups: 2 }])
  clock.pass((limits.FAILED_JOBS_DAYS + 1) * 86_400_000)
  await sweep(server.deps)
  expect(await kept()).toEqual([{ key: 'NEXT' }, { backups: 1 }])
})

test('expired sessions and old events of Stripe are deleted; others stay', async () => {
  const { db, clock: now } = server.deps
  const { ada } = await buildPeople(server.deps, { ada: member() })
  const inDays = (days: number) => new Date(now.now().getTime() + days * 86_400_000)
  const session = (sid: string, expire: Date) => ({ sid, sess: '{}', expire, userId: ada.id })
  await db
    .insertInto('sessions')
    .values([session('ended', inDays(-1)), session('alive', inDays(1))])
    .execute()
  const event = (id: string, receivedAt: Date) => ({ id, type: 'invoice.paid', subject: 'in_1', receivedAt })
  const { STRIPE_EVENTS_DAYS: most } = limits
  await db
    .insertInto('stripeEvents')
    .values([event('evt_old', inDays(-most - 1)), event('evt_new', inDays(1 - most))])
    .execute()
  await sweep(server.deps)
  await sweepStripe(server.deps, async () => {})
  expect(await rowsOf('select sid from sessions')).toEqual([{ sid: 'alive' }])
  expect(await rowsOf('select id from stripe_events')).toEqual([{ id: 'evt_new' }])
})

const backupAt = (at: Date) => ({ at, sizeInBytes: 1, isEncrypted: false })
