// The jobs of dead copies of the server are released, and never those of a running one.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { enqueue } from '#server/jobs/enqueue.ts'
import { startWorker, type Worker } from '#server/jobs/worker.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { buyPlan } from '#test/features/billing/billing-steps.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

/** Checks ten times a second; a copy with the normal timing sends heartbeats well within `deadAfterMs`. */
const HEARTBEAT_TIMING = { intervalMs: 100, deadAfterMs: 8000 }

let server: TestServer
let planAtStripe: string
beforeAll(async () => {
  server = await startServer({ stripeTimeoutMs: 10_000 })
  await buildPeople(server.deps, { nina: member() })
  await buyPlan(server, await server.signIn('nina'))
  const plan = await server.deps.db
    .selectFrom('creatorPlans')
    .select('stripeSubscriptionId')
    .executeTakeFirstOrThrow()
  planAtStripe = plan.stripeSubscriptionId ?? ''
})
afterAll(() => server.stop())

/** Starts another copy of the server on the same queue. */
let another: Worker
let anothers: ReturnType<typeof openDatabaseForJobs>
const startAnother = async () => {
  anothers = openDatabaseForJobs(server.deps.pool.options.connectionString ?? '', server.deps.log)
  another = await startWorker(
    { ...server.deps, ...anothers, publicUrl: 'http://localhost' },
    HEARTBEAT_TIMING,
  )
}
afterEach(async () => {
  await another.stop()
  await anothers.pool.end()
})

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.deps.pool.query<T>(text, values)).rows
const jobs = () =>
  query<{ attempts: number; locked_by: string | null }>(
    `select attempts, locked_by from graphile_worker.jobs where task_identifier = 'end_grace_period'`,
  )
const pools = () => query('select id from worker_pools order by id')
/** Backdates a job's lock by this long. */
const HELD_FOR_LONG = `update graphile_worker._private_jobs set locked_at = now() - interval '10 minutes'
  where locked_at is not null`

/** A job for which Stripe takes three seconds. */
async function startLongJob(): Promise<void> {
  server.sandbox.failNext({ how: 'slow', slowMs: 3000, method: 'GET', path: /^\/v1\/subscriptions\/sub_/ })
  await enqueue(server.deps.db, 'end_grace_period', { stripeSubscriptionId: planAtStripe })
  await vi.waitUntil(async () => (await jobs())[0]?.locked_by, { timeout: WAIT_TIMEOUT_MS, interval: 10 })
}

test('a long job is not started a second time', async () => {
  await startLongJob()
  await query(HELD_FOR_LONG)
  await startAnother()
  await wait(1500)
  expect(await jobs()).toMatchObject([{ attempts: 1 }])
  await server.jobsDone()
})

test('a copy that stops cleanly leaves nothing behind', async () => {
  const before = await pools()
  await startAnother()
  // Each of its three runners is a pool of graphile-worker.
  await vi.waitUntil(async () => (await pools()).length === before.length + 3, {
    timeout: WAIT_TIMEOUT_MS,
    interval: 10,
  })
  await another.stop()
  expect(await pools()).toEqual(before)
})

test('the jobs of a killed copy run on another one, with the rest of their queue', async () => {
  await query(`insert into worker_pools (id, seen_at) values ('pool-killed', now() - interval '1 minute')`)
  await query(
    `select graphile_worker.add_job('end_grace_period', json_build_object('stripeSubscriptionId', $1::text),
       queue_name => 'graces', run_at => now() + interval '1 hour')`,
    [planAtStripe],
  )
  await query(
    `with job as (update graphile_worker._private_jobs set run_at = now(), locked_by = 'pool-killed',
         locked_at = now() - interval '50 seconds' returning job_queue_id)
     update graphile_worker._private_job_queues queue set locked_by = 'pool-killed', locked_at = now()
       from job where queue.id = job.job_queue_id`,
  )
  await startAnother()
  await vi.waitUntil(async () => (await jobs()).length === 0, { timeout: WAIT_TIMEOUT_MS, interval: 50 })
  expect(await query(`select from worker_pools where id = 'pool-killed'`)).toEqual([])
})
