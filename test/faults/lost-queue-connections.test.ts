// The database drops connections of the job queue while they are in use; the server and its jobs keep running.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startRunner } from '#server/jobs/runner.ts'
import type { Log } from '#server/log.ts'
import { openTestDatabase } from '#test/database.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { receiveEvent } from '#server/features/billing/sync/receive-event.ts'
import { becomeCreator, pay } from '#test/features/billing/billing-steps.ts'

import { startServer, type TestServer } from '#test/server.ts'
import { billing } from '#shared/contracts/billing.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

/** How long a payment may take afterwards: the runner is restarted after at most 3 s. The rest is for a busy machine. */
const DONE_WITHIN_MS = 20_000

let server: TestServer
let adaId: string
beforeAll(async () => {
  server = await startServer({ stripeTimeoutMs: 10_000 })
  const people = await buildPeople(server.deps, { ada: member(), bob: member() })
  adaId = people.ada.id
  await becomeCreator(server, await server.signIn('ada'))
})
afterAll(() => server.stop())

const query = async <T extends object>(text: string) => (await server.deps.pool.query<T>(text)).rows
const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: WAIT_TIMEOUT_MS, interval: 10 })

/** Two jobs that Stripe answers one after the other, so that each is marked as done by its own statement. */
async function runTwoJobs(): Promise<void> {
  for (const slowMs of [500, 900])
    server.sandbox.failNext({ how: 'slow', slowMs, path: /^\/v1\/subscriptions\/sub_of_nobody/ })
  for (const name of ['first', 'second'])
    await receiveEvent(server.deps, {
      id: `evt_${name}`,
      type: 'customer.subscription.updated',
      subject: `sub_of_nobody_${name}`,
      account: null,
      isLive: false,
      isOfOtherVersion: false,
    })
  const running = 'select from graphile_worker.jobs where locked_at is not null'
  await until(async () => (await query(running)).length === 2)
}

const MARKING = `select pid from pg_stat_activity where wait_event_type = 'Lock'
  and datname = current_database() and query like 'delete from %_private_jobs as jobs%'`

/** Ends both connections while they mark the jobs as done. */
async function cutWhileMarking(): Promise<void> {
  const holder = new pg.Client({ connectionString: server.database.ownerUrl })
  await holder.connect()
  try {
    await holder.query(
      'begin; select from graphile_worker._private_jobs where locked_at is not null for update',
    )
    await until(async () => (await query(MARKING)).length === 2)
    const cutting = holder.query(`select pg_terminate_backend(pid) from (${MARKING}) as marking`)
    // This process notices both losses at once, as when the whole database crashes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    await cutting
  } finally {
    await holder.end()
  }
}

test('a payment goes through after the queue lost two connections at once', async () => {
  await runTwoJobs()
  await cutWhileMarking()
  const bob = await server.signIn('bob')
  const { clientSecret } = await bob.call(billing.create, { body: { creatorId: adaId } })
  await pay(bob, clientSecret)
  const active = () => query("select from subscriptions where status = 'active'")
  await vi.waitFor(async () => expect(await active()).toHaveLength(1), {
    timeout: DONE_WITHIN_MS,
    interval: 50,
  })
  // The two jobs run again and end; nothing stays locked.
  await until(async () => (await query('select from graphile_worker.jobs where attempts > 0')).length === 0)
}, 120_000)

/** Calls `act` with each connection of the pool that is about to listen for jobs, once its `LISTEN` is sent. */
function onListen(pool: pg.Pool, act: (connection: Socket) => void): void {
  pool.on('acquire', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      const answer = send(...args)
      if (String(args[0]).startsWith('LISTEN'))
        act((client as unknown as { connection: { stream: Socket } }).connection.stream)
      return answer
    }
    client.query = watched as typeof client.query
  })
}

/** Everything that would end the process of the server during this test. */
function collectUnhandled(): unknown[] {
  const unhandled: unknown[] = []
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (error) => unhandled.push(error))
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
  })
  return unhandled
}

const openPool = () => {
  const database = openTestDatabase(server.database.url, pino({ level: 'silent' }), 4)
  onTestFinished(() => database.close())
  return database.pool
}
const heartbeat = { add: () => undefined, remove: async () => undefined }
const options = { name: 'tested', tasks: { nothing: async () => undefined } }

test('a runner that stops while its connection is lost before LISTEN was answered doesn’t end the process', async () => {
  const unhandled = collectUnhandled()
  const pool = openPool()
  const listening = new Promise<Socket>((resolve) =>
    onListen(pool, (connection) => {
      // The answer to LISTEN stays unread.
      connection.pause()
      resolve(connection)
    }),
  )
  const runner = await startRunner({ pool, log: server.deps.log }, heartbeat, options)
  const connection = await listening
  const stopped = runner.stop()
  connection.destroy()
  await Promise.all([stopped, once(connection, 'close')])
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})

test('a runner whose first connection fails starts as soon as there is one', async () => {
  const pool = openPool()
  const listening = new Promise<void>((resolve) => onListen(pool, () => resolve()))
  const { connectionString } = pool.options
  pool.options.connectionString = 'postgresql://127.0.0.1:1/nothing'
  const ignore = () => undefined
  const warn = vi.fn<Log['warn']>()
  const log = { debug: ignore, info: ignore, error: ignore, warn }
  const runner = await startRunner({ pool, log }, heartbeat, options)
  expect(warn.mock.calls).toMatchObject([[{ event: 'job_runner_not_restarted' }, expect.anything()]])
  pool.options.connectionString = connectionString
  await listening
  await runner.stop()
})
