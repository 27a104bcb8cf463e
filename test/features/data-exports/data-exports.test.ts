// A copy of one's own data: requested, made by a job, downloaded by its owner, and deleted after a week.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { exportKey } from '#server/features/data-exports/rules.ts'
import { sweepExports } from '#server/features/data-exports/request-export.ts'
import { SECTIONS } from '#server/features/data-exports/sections.ts'
import { dataExportFile, dataExports } from '#shared/contracts/data-exports.ts'
import { factors } from '#shared/contracts/factors.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import { emails } from '#test/emails.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { previewBy } from '#test/http/files-to-import.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'

const clock = daysClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

let count = 0
let ada: Person
let here: Browser
beforeEach(async () => {
  count += 1
  const name = `ada_${count}`
  const people: Record<string, Person> = await buildPeople(server.deps, {
    [name]: creator({ signals: [{ content: 'Bought "ASML",\nas planned', tickers: ['ASML'] }] }),
    [`fan_${count}`]: member({ follows: [name] }),
  })
  ada = people[name] as Person
  here = await server.signIn(name)
})

/** The files of a zip by name. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const zip = await yauzl.fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    files[entry.fileName] = Buffer.concat(parts).toString('utf8')
  }
  return files
}

/** A copy needs a confirmed identity, and a sign-in counts as one for ten minutes. */
const confirm = () => here.call(factors.reauthenticate, { body: { password: 'signalpost' } })

async function copy(browser = here) {
  await browser.call(dataExports.request)
  await server.jobsDone()
  const latest = await browser.call(dataExports.latest)
  return { latest, response: await browser.fetch(dataExportFile(latest.id ?? '')) }
}

test('the copy has a README and every kind of data, as JSON and CSV', async () => {
  await here.call(users.updateProfile, { body: { bio: '=SUM(1), with a comma' } })
  await here.call(portfolio.confirmImport, { params: { id: await previewBy(here) } })
  await connectSample(server, here)
  const { latest, response } = await copy()
  expect(latest).toMatchObject({ state: 'ready' })
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="signalpost-data-\d{4}-\d\d-\d\d\.zip"$/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes).toHaveLength(latest.sizeInBytes ?? 0)
  const files = await unzip(bytes)
  const both = SECTIONS.flatMap(({ name }) => [`json/${name}.json`, `csv/${name}.csv`])
  expect(Object.keys(files).toSorted()).toEqual(['README.txt', ...both].toSorted())
  expect(files['README.txt']).toContain(`Account: ${ada.username}`)
  const rows = (name: string) => JSON.parse(files[`json/${name}.json`] ?? '') as Record<string, unknown>[]
  expect(rows('account')).toMatchObject([
    { username: ada.username, email: ada.email, bio: '=SUM(1), with a comma' },
  ])
  expect(rows('signals')).toMatchObject([{ content: 'Bought "ASML",\nas planned', tickers: '["ASML"]' }])
  expect(rows('follows')).toMatchObject([{ direction: 'follower', username: `fan_${count}` }])
  expect(rows('sessions')).toMatchObject([{ lastUsedAt: expect.any(String), browser: expect.any(String) }])
  expect(rows('portfolio-accounts').length).toBeGreaterThanOrEqual(2)
  expect(rows('portfolio-activities')).toContainEqual(
    expect.objectContaining({ symbol: 'ACME', type: 'buy', quantity: '20', day: '2025-01-07' }),
  )
  expect(rows('broker-connections')).toHaveLength(1)
  expect(files['csv/signals.csv']).toContain('"Bought ""ASML"",\nas planned"')
  expect(files['csv/account.csv']).toContain(`"'=SUM(1), with a comma"`)
  // A CSV file has a line for each row, and a header even without rows.
  expect(files['csv/watchlist.csv']).toBe('ticker,createdAt\r\n')
  const activities = files['csv/portfolio-activities.csv']?.trimEnd().split('\r\n')
  expect(activities?.length).toBe(rows('portfolio-activities').length + 1)
})

test('the copy contains no password, token or broker secret', async () => {
  await connectSample(server, here)
  const { db } = server.deps
  const { response } = await copy()
  const files = Object.values(await unzip(Buffer.from(await response.arrayBuffer()))).join('\n')
  const user = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  const sessions = await db.selectFrom('sessions').select('sid').where('userId', '=', ada.id).execute()
  const customers = await db
    .selectFrom('brokerCustomers')
    .select(['secret', 'externalId'])
    .where('userId', '=', ada.id)
    .execute()
  const secrets = [
    user.password,
    ...sessions.map(({ sid }) => sid),
    ...customers.flatMap(({ secret, externalId }) => [
      secret.toString('hex'),
      server.deps.secrets.open(secret, externalId),
    ]),
  ]
  expect(secrets.length).toBeGreaterThanOrEqual(4)
  for (const secret of secrets) expect(files).not.toContain(secret)
  expect(files).not.toMatch(/\$argon2|password":|secret":/i)
})

test('every table with a person’s rows is in the copy or left out for a reason', async () => {
  const LEFT_OUT: Record<string, string> = {
    account_tokens: 'hashes of emailed links',
    broker_customers: 'a secret of the connection',
    failed_steps: 'errors of ours, which the operator reads; deleted after 30 days',
    follower_counts: 'the number of rows in `follows`',
    recovery_codes: 'hashes of codes',
    comment_mentions: 'whom a name in a text means; the text is a comment',
    signal_mentions: 'whom a name in a text means; the text is a signal',
    totp_factors: 'the secret of an authenticator app',
    invitations: 'who invited whom is of no use without the invitation',
    notice_looks: 'reports without an account; the person is only the moderator who answered',
  }
  const { rows: tables } = await server.deps.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`,
  )
  const read = SECTIONS.map(({ from }) => from('id').compile(server.deps.db).sql.replaceAll('"', '')).join(
    '\n',
  )
  const missing = tables
    .map(({ name }) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(read) && LEFT_OUT[name] === undefined)
  expect(tables.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})

test('every column of a person’s own rows is in the copy, or an id, or left out for a reason', async () => {
  const LEFT_OUT: Record<string, string> = {
    'secrets, and what verifies them':
      'users.password passkeys.public_key passkeys.counter passkeys.transports broker_connections.secret push_devices.p256dh push_devices.auth push_devices.session',
    'how often a customer or payout account was created at Stripe':
      'users.customer_number users.payout_account_number',
    'derived from what is in the copy': `users.names users.username_skeletons users.display_name_skeletons users.skeletons_unicode users.picture_hash users.hashed_picture portfolio_holdings.spark
      performance_record_events.day portfolio_differences.place comments.thread_at comments.is_reply portfolio_imports.pending record_authors.head`,
    'the state of the server’s work': `users.is_former users.signals_changed_at users.payouts_emailed users.stripe_onboarding_completed
      creator_plans.revision creator_plans.checked_at creator_plans.updated_at creator_plans.has_unpaid_invoice broker_connections.looked_at broker_connections.failures`,
    'shown on the page that checks a signal': 'signals.text_salt signals.trade_salt',
    'for the operator': 'audit_log.target',
    'for moderators': 'held_pictures.picture held_pictures.hash',
  }
  const leftOut = Object.values(LEFT_OUT).flatMap((columns) => columns.split(/\s+/))
  const { rows } = await server.deps.pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
  )
  const missing = SECTIONS.flatMap(({ columns, from }) => {
    const [, read] = /^"?(\w+)"? where/.exec(from('id').compile(server.deps.db).sql) ?? []
    const named = new Set(
      columns.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    )
    return rows
      .filter(({ table, column }) => table === read && !named.has(column) && !/(^|_)id$/.test(column))
      .map(({ table, column }) => `${table}.${column}`)
  })
  expect(missing.toSorted()).toEqual(leftOut.toSorted())
})

test('an email says that the copy is ready, and where it is', async () => {
  await copy()
  const found = await emails(server.deps, ada.email)
  expect(found.map(({ subject }) => subject)).toEqual(['The copy of your data is ready'])
  expect(found[0]?.text).toContain(`${server.origin}/settings`)
})

test('a person can request one copy a day', async () => {
  await copy()
  const again = here.call(dataExports.request)
  expect(await refusal(again)).toMatchObject({ status: 429, code: 'export_too_soon' })
  expect((await here.call(dataExports.latest)).nextAt).not.toBeNull()
  clock.pass(1.01)
  expect((await here.call(dataExports.latest)).nextAt).toBeNull()
  await confirm()
  await copy()
})

test('a copy that isn’t ready after an hour is late, and another one can be requested after a day', async () => {
  const { db } = server.deps
  const id = clock.newId()
  const requestedHoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
  await db.insertInto('dataExports').values({ id, userId: ada.id, requestedAt: clock.now() }).execute()
  expect(await here.call(dataExports.latest)).toMatchObject({ id, state: 'working' })
  await db
    .updateTable('dataExports')
    .set({ requestedAt: requestedHoursAgo(2) })
    .where('id', '=', id)
    .execute()
  expect(await here.call(dataExports.latest)).toMatchObject({ state: 'late', nextAt: expect.any(Date) })
  await db
    .updateTable('dataExports')
    .set({ requestedAt: requestedHoursAgo(25) })
    .where('id', '=', id)
    .execute()
  expect(await here.call(dataExports.latest)).toMatchObject({ state: 'late', nextAt: null })
  await confirm()
  expect((await copy()).latest.state).toBe('ready')
})

test('if two requests come at the same time, one is accepted', async () => {
  const both = await Promise.allSettled([here.call(dataExports.request), here.call(dataExports.request)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('only its owner can download a copy', async () => {
  const { latest } = await copy()
  const path = dataExportFile(latest.id ?? '')
  const other = await server.signIn(`fan_${count}`)
  expect((await other.fetch(path)).status).toBe(404)
  const address = { params: { id: latest.id ?? '' } }
  expect(await refusal(other.call(dataExports.download, address))).toMatchObject({ code: 'export_not_found' })
  expect(await here.call(dataExports.download, address)).toEqual({ url: path })
  expect((await server.visitor().fetch(path)).status).toBe(401)
  expect((await here.fetch(dataExportFile('not-an-id'))).status).toBe(404)
})

test('after seven days the copy is no longer available, and the sweep deletes the object', async () => {
  const { latest } = await copy()
  const key = exportKey(latest.id ?? '')
  clock.pass(6.9)
  await sweepExports(server.deps)
  await confirm()
  expect((await here.fetch(dataExportFile(latest.id ?? ''))).status).toBe(200)
  clock.pass(0.2)
  await confirm()
  expect((await here.fetch(dataExportFile(latest.id ?? ''))).status).toBe(404)
  expect(await here.call(dataExports.latest)).toMatchObject({ state: 'none', nextAt: null })
  expect(await server.deps.storage.read(key, 1e9)).not.toBeNull()
  await sweepExports(server.deps)
  expect(await server.deps.storage.read(key, 1e9)).toBeNull()
  expect(
    await server.deps.db.selectFrom('dataExports').select('id').where('id', '=', latest.id).execute(),
  ).toEqual([])
})
