// The metrics of a running server, and the dashboard and the alert rules that use them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { hashing, hashPassword, STRENGTH } from '#server/features/auth/passwords.ts'
import { systemClock } from '#server/clock.ts'
import { type MetricsServer, serveMetrics } from '#server/metrics/serve-metrics.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'
import { asOwner } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

/** Waits for a condition, also on a busy machine. */
const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, { timeout: WAIT_TIMEOUT_MS })

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

let passedMs = 0
const clock = { ...systemClock, elapsedMs: () => systemClock.elapsedMs() + passedMs }
let server: TestServer
let metrics: MetricsServer
beforeAll(async () => {
  server = await startServer({ clock, settings: { METRICS_PORT: '9464' } })
  if (!server.deps.metrics) throw new Error('METRICS_PORT turns the metrics on')
  metrics = await serveMetrics(server.deps.metrics, { port: 0, host: '127.0.0.1' }, server.deps)
  await buildPeople(server.deps, {
    maya: creator({ signals: [{ content: 'Long NVDA', hoursAgo: 1 }] }),
    rosa: member({ follows: ['maya'] }),
  })
})
afterAll(async () => {
  endAll()
  await metrics.close()
  await server.stop()
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${metrics.port}${path}`, init)
const scrape = async () => await (await ask('/metrics')).text()
/** The value of the first series whose name and labels match; undefined without one. */
async function value(series: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((text) => !text.startsWith('#') && text.includes(series))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}
/** The database’s figures are kept for five seconds. */
const passFiveSeconds = () => (passedMs += 5000)

test('a request is counted under its route’s pattern, with its status, and never under its address', async () => {
  const visitor = await server.signIn('rosa')
  await visitor.fetch('/api/users/maya?token=secret')
  await visitor.fetch('/api/users/rosa')
  for (const path of ['/api/no-such-call', '/no-such-page', '/%zz']) await visitor.fetch(path)
  const count =
    'signalpost_http_request_duration_seconds_count{method="GET",route="/api/users/:username",status="200"}'
  await until(async () => (await value(count)) === 2)
  expect(await scrape()).not.toMatch(/secret|maya|no-such/)
})

test('another address is answered as text', async () => {
  const { status, headers } = await ask('/')
  expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('open pages and hashed passwords are counted', async () => {
  const rosa = await server.signIn('rosa')
  expect(await value('signalpost_event_streams')).toBe(0)
  const leave = new AbortController()
  const stream = await rosa.fetch('/api/live', { signal: leave.signal })
  expect(stream.status).toBe(200)
  expect(await value('signalpost_event_streams')).toBe(1)
  leave.abort()
  await until(async () => (await value('signalpost_event_streams')) === 0)
  // Hashing a password takes less time than a scrape, so this one takes a few hundred times as many passes.
  const usual = hashing.strength
  hashing.strength = { ...STRENGTH, timeCost: 1500 }
  const hashed = hashPassword('a password that takes long')
  await until(async () => (await value('signalpost_passwords_hashing')) === 1)
  await hashed
  hashing.strength = usual
  expect([await value('signalpost_passwords_hashing'), await value('signalpost_passwords_waiting')]).toEqual([
    0, 0,
  ])
})

test('the time from a post to its last follower is measured', async () => {
  await server.deps.pool.query('delete from timelines where viewer_id <> author_id')
  await server.deps.pool.query(
    'insert into deliveries (queued_at, signal_id) select $1::timestamptz, id from signals',
    [new Date(clock.now().getTime() - 700)],
  )
  server.deps.signalDelivery.trigger()
  await until(async () => (await value('signalpost_signal_delivery_seconds_count')) === 1)
  expect(await value('signalpost_signal_delivery_seconds_sum')).toBeGreaterThanOrEqual(0.7)
})

test('jobs, webhooks, emails and quotas come from the database, at most every five seconds', async () => {
  passFiveSeconds()
  expect(await value('signalpost_jobs_waiting{task="of_a_newer_version"}')).toBeUndefined()
  await server.deps.pool.query(`
    select graphile_worker.add_job('of_a_newer_version', run_at => now() - interval '90 seconds');
    insert into stripe_events (id, type, subject, received_at) values
      ('evt_1', 'invoice.paid', 'in_1', now() - interval '40 seconds'),
      ('evt_0', 'invoice.paid', 'in_0', now() - interval '9 days');
    insert into suppressed_addresses (address, reason, created_at) values ('gone@example.org', 'unknown', now());
    insert into emails (id, recipient, template, data, created_at, expires_at) values
      (gen_random_uuid(), 'Gone@example.org', 'x', '{}', now(), null),
      (gen_random_uuid(), 'ada@example.org', 'x', '{}', now() - interval '20 seconds', null),
      (gen_random_uuid(), 'ada@example.org', 'x', '{}', now() - interval '1 hour', now() - interval '1 minute');
    insert into provider_rate_limits (provider, next_at) values ('massive', now() + interval '1 hour')`)
  expect(await value('signalpost_jobs_waiting{task="of_a_newer_version"}')).toBeUndefined()
  passFiveSeconds()
  expect(await value('signalpost_jobs_waiting{task="of_a_newer_version"}')).toBe(1)
  expect(await value('signalpost_jobs_oldest_seconds{task="of_a_newer_version"}')).toBeGreaterThanOrEqual(90)
  expect(await value('signalpost_webhooks_waiting')).toBe(1)
  expect(await value('signalpost_webhook_lag_seconds')).toBeGreaterThanOrEqual(40)
  expect(await value('signalpost_emails_waiting')).toBe(1)
  expect(await value('signalpost_emails_oldest_seconds')).toBeGreaterThanOrEqual(20)
  expect(await value('signalpost_market_wait_seconds{provider="massive"}')).toBeGreaterThan(3000)
  expect(await value('signalpost_database_up')).toBe(1)
  expect(await value('signalpost_database_connections{pool="requests"}')).toBeGreaterThan(0)
})

test('late answers of a second moderator are counted by kind', async () => {
  await server.deps.pool.query(`
    with made as (select gen_random_uuid() as case_id, gen_random_uuid() as decision_id, gen_random_uuid() as id, n
        from generate_series(1, 5) n),
      person as (select id from users where username = 'rosa'),
      opened as (insert into cases (id, subject_kind, subject_id, state, opened_at, due_at, closed_at)
        select case_id, 'signal', case_id, 'closed', now(), now(), now() from made),
      decided as (insert into decisions
          (id, case_id, measure, facts, ground, reference, is_automatic, territory, starts_at, ends_at, confirmation)
        select decision_id, case_id, 'suspend', 'Facts', 'rule', 'Rule 1', false, 'everywhere', now(),
          now() + (n - 4) * interval '2 days' + interval '1 hour', case when n > 2 then 'waiting' end from made),
      appealed as (insert into appeals (decision_id, by_id, text, created_at, due_at)
        select decision_id, person.id, 'No', now(), now() + (n - 2) * interval '1 hour' - interval '1 minute' from made, person),
      noticed as (insert into notices (id, case_id, reason, text, created_at) select id, case_id, 'spam', 'Spam', now() from made)
    insert into notice_looks (notice_id, decision_id, text, created_at, due_at)
      select id, decision_id, 'Look', now(), now() + (n - 4) * interval '1 hour' - interval '1 minute' from made`)
  passFiveSeconds()
  const late = (kind: string) => value(`signalpost_answers_late{kind="${kind}"}`)
  // Of the three suspensions, one has ended, and one ends within a day.
  expect([await late('appeal'), await late('report'), await late('suspension')]).toEqual([2, 4, 2])
})

test('a waiting delivery and a job that failed for the last time are counted', async () => {
  await asOwner(
    server.database,
    `select graphile_worker.add_job('of_a_newer_version', job_key => 'failed');
     update graphile_worker._private_jobs set attempts = max_attempts where key = 'failed'`,
  )
  // The server skips rows that another one holds.
  const other = await server.deps.pool.connect()
  await until(async () => {
    await other.query(
      `insert into deliveries (queued_at, signal_id) select now() - interval '30 seconds', id from signals`,
    )
    await other.query('begin')
    if ((await other.query('select from deliveries for update')).rowCount === 1) return true
    await other.query('rollback')
    return false
  })
  passFiveSeconds()
  expect(await value('signalpost_deliveries_waiting')).toBe(1)
  expect(await value('signalpost_delivery_lag_seconds')).toBeGreaterThanOrEqual(30)
  expect(await value('signalpost_jobs_failed{task="of_a_newer_version"}')).toBe(1)
  await other.query('rollback')
  other.release()
})

test('emails that were sent, and the quota that a broker names, are counted', async () => {
  await server.visitor().fetch('/api/password-resets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'maya' }),
  })
  await until(async () => (await value('signalpost_emails_total{outcome="sent"}')) === 1)
  expect(await value('signalpost_emails_total{outcome="failed"}')).toBe(0)
  const maya = await server.signIn('maya')
  await maya.send('POST', '/api/portfolio/connections', { provider: 'snaptrade' })
  expect(await value('signalpost_broker_quota_left{provider="snaptrade"}')).toBeGreaterThan(200)
})

describe('The metrics are private:', () => {
  test('their port answers only GET /metrics', async () => {
    expect((await ask('/metrics')).headers.get('content-type')).toMatch(/^text\/plain/)
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/metrics', { method: 'POST' })).status).toBe(404)
    expect((await ask('/api/health')).status).toBe(404)
  })

  test('the public port doesn’t serve them, and the product says where they are', async () => {
    const product = await startProduct(server.deps.pool.options.connectionString ?? '', { METRICS_PORT: '0' })
    await until(() => product.said().includes('Metrics are at'))
    const [address = ''] = /http:\S+\/metrics/.exec(product.said()) ?? []
    expect(await (await fetch(address)).text()).toContain('signalpost_database_up 1')
    expect(await (await product.ask('/metrics')).text()).not.toContain('signalpost_')
    expect(await product.end('SIGTERM')).toBe(0)
  })
})

describe('The files in tools/ops/', () => {
  type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }
  const { groups } = parse(read('tools/ops/prometheus/alerts.yml')) as {
    groups: { name: string; rules: Rule[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  type Panel = { title: string; targets: { expr: string }[] }
  const { panels } = JSON.parse(read('tools/ops/grafana/signalpost.json')) as { panels: Panel[] }
  const expressions = [
    ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
  ]
  /** The metrics of an expression: what is left without strings, durations and labels. */
  const metricsIn = (expr: string) => expr.match(/\b(signalpost|nodejs|process|http)_\w+/g) ?? []
  /** The names in a scrape. Histograms have three series for their one name. */
  const namesOf = (text: string) =>
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    )

  test.each(expressions)('use only metrics that exist: %s', async (_name, expr) => {
    expect(metricsIn(expr).length).toBeGreaterThan(0)
    const known = namesOf(await scrape())
    expect(metricsIn(expr).filter((name) => !known.includes(name))).toEqual([])
  })

  test('have a sentence and a severity for each alert, and balanced expressions', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([
        expect.stringMatching(/^[A-Z]\w+$/),
        expect.stringMatching(/^(page|ticket)$/),
      ])
      expect(annotations.summary.length).toBeGreaterThan(20)
      for (const pair of ['()', '{}', '[]'])
        expect(expr.split(pair.charAt(0)).length).toBe(expr.split(pair.charAt(1)).length)
    }
  })

  test('the documentation lists each of our metrics', async () => {
    const ours = [...(await scrape()).matchAll(/^# TYPE (signalpost_\w+)/gm)].map(([, name]) => name)
    const [, table = ''] =
      /\| metric \| labels \| meaning \|\n([^]*?)\n\n/.exec(read('docs/operating.md')) ?? []
    const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(ours.toSorted())
  })
})
