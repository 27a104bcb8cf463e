// A service that doesn't respond holds up only the jobs that call it; feeds and all other jobs continue.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { receiveEvent } from '#server/features/billing/sync/receive-event.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { signals } from '#shared/contracts/signals.ts'
import { atMost, WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

/** More than a follow adds to the feed at once, so that the rest comes from a job. */
const SIGNALS = 150
const POLL_MS = 1000

const open = new Set<Socket>()
/** A mail server that accepts connections and never responds. */
const mail = createServer((socket) => {
  open.add(socket)
  socket.once('close', () => open.delete(socket)).on('error', () => {})
})

let server: TestServer
let adaId: string
beforeAll(async () => {
  mail.listen(0, '127.0.0.1')
  await once(mail, 'listening')
  const { port } = mail.address() as AddressInfo
  server = await startServer({ stripeTimeoutMs: 5000, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const people = await buildPeople(server.deps, {
    ada: creator({ signals: Array.from({ length: SIGNALS }, (_, index) => `Signal ${index}`) }),
  })
  adaId = people.ada.id
})
afterAll(async () => {
  await server.stop()
  mail.close()
})

let rounds = 0
let bobId: string
beforeEach(async () => {
  const name = `bob_${(rounds += 1)}`
  const people = await buildPeople(server.deps, { [name]: member() })
  bobId = people[name]?.id ?? ''
})
afterEach(async () => {
  server.sandbox.clearFaults()
  for (const socket of open) socket.destroy()
  await server.deps.pool.query('delete from graphile_worker._private_jobs where locked_at is null')
})

const jobs = async (task: string) => {
  const { rows } = await server.deps.pool.query<{ attempts: number; isInHand: boolean }>(
    `select attempts, locked_at is not null as "isInHand" from graphile_worker.jobs where task_identifier = $1`,
    [task],
  )
  return rows
}
const timelineOfBob = async () => {
  const rows = await server.deps.db
    .selectFrom('timelines')
    .select('signalId')
    .where('viewerId', '=', bobId)
    .execute()
  return new Set(rows.map(({ signalId }) => signalId))
}
const inHand = async (task: string) => (await jobs(task)).filter(({ isInHand }) => isInHand).length
const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: WAIT_TIMEOUT_MS, interval: 10 })

const TEN = Array.from({ length: 10 }, (_, n) => n)
const queueTenEvents = () =>
  Promise.all(
    TEN.map((n) =>
      receiveEvent(server.deps, {
        id: `evt_${rounds}_${n}`,
        type: 'customer.subscription.updated',
        subject: `sub_of_nobody_${n}`,
        account: null,
        isLive: false,
        isOfOtherVersion: false,
      }),
    ),
  )
/** Follows Ada and waits for all of her signals. */
async function followAda(): Promise<void> {
  const bob = await server.signIn(`bob_${rounds}`)
  await bob.send('POST', '/api/follows', { followingId: adaId })
  const { count } = await server.deps.db
    .selectFrom('signals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await until(async () => (await timelineOfBob()).size === count)
}

test('a job starts when it is enqueued, not with the next poll', async () => {
  const waits: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const since = performance.now()
    await enqueue(server.deps.db, 'fill_timeline', { viewerId: bobId, authorId: adaId })
    await until(async () => (await jobs('fill_timeline')).length === 0)
    waits.push(performance.now() - since)
  }
  const median = waits.toSorted((a, b) => a - b)[2] ?? Infinity
  expect(median).toBeLessThan(atMost(POLL_MS / 4))
})

test('while a mail server doesn’t respond, timelines are filled and Stripe events processed', async () => {
  const names = TEN.map((n) => `cleo_${n}`)
  await buildPeople(
    server.deps,
    Object.fromEntries(names.map((name) => [name, member({ subscribesTo: ['ada'] })])),
  )
  const ended = await server.deps.db
    .updateTable('subscriptions')
    .set({ endedBy: 'creator', endsAt: new Date() })
    .returning('id')
    .execute()
  for (const { id } of ended) await enqueue(server.deps.db, 'email_cancellation', { subscriptionId: id })
  await until(async () => open.size === 2)
  await followAda()
  await queueTenEvents()
  await until(async () => (await jobs('process_stripe_event')).length === 0)
  expect((await jobs('send_email')).filter(({ attempts }) => attempts === 0)).toHaveLength(8)
})

test('while Stripe doesn’t respond to ten queued events, timelines are filled and new signals delivered', async () => {
  server.sandbox.failNext({ how: 'silence', path: /./, times: 1000 })
  await queueTenEvents()
  await until(async () => (await inHand('process_stripe_event')) === 2)
  await followAda()
  const ada = await server.signIn('ada')
  const { id } = await ada.call(signals.post, { body: { content: 'Just now' } })
  await until(async () => (await timelineOfBob()).has(id))
  // No event was processed in the meantime; otherwise the next one would have started.
  expect((await jobs('process_stripe_event')).filter(({ attempts }) => attempts === 0)).toHaveLength(8)
})
