// The webhook endpoint: which events it accepts, what it stores, and how they are processed.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SNAPSHOT_EVENTS, THIN_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { billing } from '#shared/contracts/billing.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { DEFAULT_DATABASE_TIMEOUTS } from '#tools/drills/product.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { snapshotEvent, thinEvent } from './webhook-events.ts'
import { becomeCreator, pay } from './billing-steps.ts'

let database: FreshDatabase
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  server = await startServer({ database, settings: DEFAULT_DATABASE_TIMEOUTS })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const MB = 1024 * 1024
const ours = snapshotEvent.bind(null, 'invoice.paid')
const subscription = { object: 'subscription', id: 'sub_of_nobody' }

type Signing = { secret?: string | undefined; secondsAgo?: number }
function sign(payload: string, { secret, secondsAgo = 0 }: Signing = {}): string {
  const { webhookSecret = '' } = server.deps.config.payments
  return server.deps.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
  })
}

type Answer = { status: number; body: { code?: string; message?: string; received?: boolean } }
async function send(
  payload: string,
  signature: string | null,
  { to = server, type = 'application/json; charset=utf-8' } = {},
): Promise<Answer> {
  const response = await fetch(`${to.origin}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      ...(type !== '' && { 'content-type': type }),
      ...(signature !== null && { 'stripe-signature': signature }),
    },
    body: Buffer.from(payload),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
const storedEvents = async (id?: string) => {
  const rows = await server.deps.db.selectFrom('stripeEvents').selectAll().execute()
  return id === undefined ? rows : rows.filter((row) => row.id === id)
}
const idOf = (payload: string) => (JSON.parse(payload) as { id: string }).id

describe('A webhook', () => {
  const good = () => ours({ ...subscription })
  const thin = () => thinEvent('v2.core.account.closed', 'acct_of_nobody')
  const thinSecret = () => server.deps.config.payments.thinWebhookSecret
  test.each<[string, () => [string, string | null]]>([
    ['has no signature', () => [good(), null]],
    ['has words for a signature', () => [good(), 'believe me']],
    ['is signed with another secret', () => [good(), sign(good(), { secret: 'whsec_forged' })]],
    ['is signed with an empty secret', () => [good(), sign(good(), { secret: 'whsec_' })]],
    ['has the signature of another event', () => [good(), sign(good())]],
    ['has one byte more', () => [`${good()} `, sign(good())]],
    ['has one byte changed', () => changed(good())],
    ['was signed more than five minutes ago', () => signed(good(), { secondsAgo: 302 })],
    ['is empty', () => signed('')],
    ['is plain text', () => signed('hello')],
    ['is half an event', () => signed(good().slice(0, 100))],
    ['is null', () => signed('null')],
    ['is an object but not an event', () => signed('{"id":"evt_x"}')],
    ['is an event about nothing', () => signed(JSON.stringify({ id: 'evt_x', object: 'event', data: null }))],
    [
      'is an event without an id',
      () => signed(snapshotEvent('invoice.paid', subscription, { id: undefined })),
    ],
    ['is an event without a type', () => signed(snapshotEvent('', subscription, { type: 7 }))],
    ['is a thin event with the secret of snapshot events', () => signed(thin())],
    ['is a snapshot event with the secret of thin events', () => signed(good(), { secret: thinSecret() })],
  ])('is refused and not stored if it %s', async (_what, build) => {
    const before = await storedEvents()
    const { status, body } = await send(...build())
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'bad_webhook', message: 'The signature of this event isn’t valid' },
    })
    expect(await storedEvents()).toEqual(before)
  })

  test.each([
    ['of live mode', { livemode: true }],
    ['of an older version of the API', { api_version: '2022-11-15' }],
  ])(
    'is accepted but not stored if it is %s, because Stripe would repeat it for days',
    async (_what, more) => {
      const before = await storedEvents()
      const { status } = await send(...signed(snapshotEvent('invoice.paid', { object: 'invoice' }, more)))
      expect(status).toBe(200)
      expect(await storedEvents()).toEqual(before)
    },
  )

  function signed(payload: string, how: Signing = {}): [string, string] {
    return [payload, sign(payload, how)]
  }
  function changed(payload: string): [string, string] {
    return [payload.replace('sub_of_nobody', 'sub_of_nobodi'), sign(payload)]
  }

  test('may have a megabyte and no more', async () => {
    const filled = (bytes: number) => {
      const small = ours({ ...subscription, description: '' })
      return small.replace('"description":""', `"description":"${'x'.repeat(bytes - small.length)}"`)
    }
    const [largest, tooLarge] = [filled(MB), filled(MB + 1)]
    expect(await send(largest, sign(largest))).toMatchObject({ status: 200 })
    expect(await send(tooLarge, sign(tooLarge))).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  test('is judged by its signature, not by its content type', async () => {
    const payload = ours(subscription)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      expect(await send(payload, sign(payload), { type })).toMatchObject({ status: 200 })
      expect(await send(payload, null, { type })).toMatchObject({ status: 400 })
    }
    const answer = await send(payload, sign(payload), { type: 'nonsense' })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
  })

  test('can only be sent with POST', async () => {
    const response = await fetch(`${server.origin}/api/stripe/webhook`)
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'not_found', message: 'Not found' },
    ])
  })
})

test('the endpoint is off without its secret, because anyone can sign with an empty one', async () => {
  const { payments } = server.deps.config
  const closed = await startServer({
    config: { payments: { ...payments, webhookSecret: undefined, thinWebhookSecret: undefined } },
  })
  try {
    const [payload, thin] = [ours(subscription), thinEvent('v2.core.account.closed', 'acct_x')]
    for (const one of [payload, thin])
      for (const signature of [sign(one), sign(one, { secret: '' }), null])
        expect(await send(one, signature, { to: closed })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
  } finally {
    await closed.stop()
  }
})

const countJobsEver = async () => {
  const { rows } = await server.deps.pool.query<{ n: number }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')), 0)::int as n`,
  )
  return rows[0]?.n ?? 0
}
/** Jobs that failed and wait for a retry. */
const countFailedJobs = async () =>
  (await server.deps.pool.query('select from graphile_worker._private_jobs where attempts > 0')).rowCount

test('a repeated event is one row and one job, even if it arrives many times at once', async () => {
  const payload = ours(subscription)
  const before = await countJobsEver()
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(payload, sign(payload))))
  answers.push(await send(payload, sign(payload, { secondsAgo: 290 })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await storedEvents(idOf(payload))).toHaveLength(1)
  expect((await countJobsEver()) - before).toBe(1)
})

test('events about unknown objects are processed and change nothing', async () => {
  const subject: Record<string, object> = {
    subscription,
    invoice: {
      object: 'invoice',
      id: 'in_x',
      parent: { subscription_details: { subscription: 'sub_none' } },
    },
    charge: { object: 'charge', id: 'ch_none' },
    dispute: { object: 'dispute', id: 'du_none', charge: 'ch_none' },
    refund: { object: 'refund', id: 're_none', charge: 'ch_none' },
    radar: { object: 'radar.early_fraud_warning', id: 'issfr_none', charge: 'ch_none' },
    transfer: { object: 'transfer', id: 'tr_none', source_transaction: 'ch_none' },
    customer: { object: 'customer', id: 'cus_none' },
  }
  const about = (type: string) =>
    (type.includes('subscription') && subject['subscription']) ||
    (type.includes('dispute') && subject['dispute']) ||
    subject[type.split('.')[0] ?? ''] ||
    {}
  const payloads = SNAPSHOT_EVENTS.map((type) => snapshotEvent(type, about(type)))
  const thin = THIN_EVENTS.map((type) => thinEvent(type, 'acct_none'))
  const ignored = snapshotEvent('customer.subscription.trial_will_end', subscription)
  expect(await send(ignored, sign(ignored))).toEqual({ status: 200, body: { received: true } })
  for (const payload of payloads) expect((await send(payload, sign(payload))).status).toBe(200)
  for (const payload of thin) {
    const secret = server.deps.config.payments.thinWebhookSecret
    expect((await send(payload, sign(payload, { secret }))).status).toBe(200)
  }
  await server.settled()
  expect(await countFailedJobs()).toBe(0)
  const rows = await storedEvents()
  expect(rows.find(({ id }) => id === idOf(ignored))).toBeUndefined()
  for (const payload of [...payloads, ...thin])
    expect(rows.find(({ id }) => id === idOf(payload))).toMatchObject({ doneAt: expect.any(Date) as Date })
})

test('Stripe retries a webhook while the database is unavailable, and Ben gets what he paid for', async () => {
  const people = await buildPeople(server.deps, { nina: member(), ben: member() })
  await becomeCreator(server, await server.signIn('nina'))
  const ben = await server.signIn('ben')
  const { clientSecret } = await ben.call(billing.create, { body: { creatorId: people.nina.id } })
  await server.settled()
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin; lock table stripe_events')
  const payload = ours(subscription)
  const refused = send(payload, sign(payload))
  await pay(ben, clientSecret)
  expect(await refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await other.query('rollback')
  await other.end()
  const isSubscribed = async () =>
    (await ben.call(billing.status, { params: { id: people.nina.id } })).isSubscribed
  expect(await isSubscribed()).toBe(false)
  await expect.poll(isSubscribed).toBe(true)
  expect(await send(payload, sign(payload))).toMatchObject({ status: 200 })
})
