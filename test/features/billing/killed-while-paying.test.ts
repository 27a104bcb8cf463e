// The product is killed during a call to Stripe, which continues: nothing is lost and nothing is paid twice.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Fault } from '#tools/sandbox/stripe/faults.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { endAll, type Product } from '#tools/drills/product.ts'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { WAIT_TIMEOUT_MS, sampled } from '#test/test-scope.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { VISA } from './billing-steps.ts'
import { type ExternalStripe, startExternalStripe } from '#tools/drills/external-stripe.ts'

const NAMES = ['nina', 'ben', 'cid', 'dot', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe'] as const
type Name = (typeof NAMES)[number]

let database: FreshDatabase
let externalStripe: ExternalStripe
let product: Product
let client: pg.Client
let people: Record<Name, { id: string; email: string }>
beforeAll(async () => {
  database = await freshDatabase()
  const { db } = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
  const cast = Object.fromEntries(NAMES.map((name) => [name, member()])) as Record<
    Name,
    ReturnType<typeof member>
  >
  people = await buildPeople({ db, clock: systemClock, config }, cast)
  await db.destroy()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  externalStripe = await startExternalStripe(database.url)
  product = await externalStripe.startProduct()
  const { clientSecret } = await ask<Secret>('nina', '/api/stripe/creator-subscription')
  await confirm(clientSecret)
  await ask('nina', '/api/creator-subscription/check')
  await ask('nina', '/api/stripe/connect/create-account')
  const { url } = await ask<{ url: string }>('nina', '/api/stripe/connect/create-account-link')
  await submitForm(url)
  await ask('nina', '/api/creator/setup-pricing', { priceInCents: 900 })
  await vi.waitUntil(async () => (await userOf('nina')).stripe_onboarding_completed, PATIENCE)
})
afterAll(async () => {
  endAll()
  await externalStripe.stop()
  await client.end()
  await database.drop()
})

type Secret = { clientSecret: string }
async function ask<T = unknown>(name: Name, path: string, body: object = {}): Promise<T> {
  const response = await product.ask(path, await product.signIn(name), body)
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}
const confirm = (secret: string) => confirmAsBrowser(externalStripe.url, secret, VISA)
const userOf = async (name: Name) => {
  const { rows } = await client.query('select * from users where username = $1', [name])
  return rows[0] as Record<string, unknown> & {
    stripe_onboarding_completed: boolean
    stripe_price_id: string
  }
}

/** Sends a request, kills the product while Stripe processes the call or sends its answer, and starts it again. */
async function killDuring(fault: Fault, name: Name, path: string, body: object = {}): Promise<void> {
  const cookie = await product.signIn(name)
  const isMet = externalStripe.sandbox.failNext(fault)
  const asking = product.ask(path, cookie, body).catch(() => undefined)
  await vi.waitUntil(isMet, { timeout: WAIT_TIMEOUT_MS, interval: 5 })
  await wait(50)
  await product.end('SIGKILL')
  expect(await asking).toBeUndefined()
  // Stripe finishes the call.
  await wait(fault.slowMs ?? 0)
  await client.query(ABANDON)
  product = await externalStripe.startProduct()
}

/** One customer, one live subscription and one charge at Stripe, and one active row. */
async function expectOneCharge(name: Name, table: 'subscriptions' | 'creator_plans'): Promise<void> {
  const { stripe } = externalStripe
  const { data: customers } = await stripe.customers.list({ email: people[name].email })
  expect(customers).toHaveLength(1)
  const customer = customers[0]?.id ?? ''
  const isPaid = async () => {
    const { rowCount } = await client.query(
      `select from ${table} where ${table === 'subscriptions' ? 'subscriber_id' : 'user_id'} = $1 and status = 'active'`,
      [people[name].id],
    )
    return rowCount === 1
  }
  await vi.waitUntil(isPaid, PATIENCE)
  const charges = await stripe.charges.list({ customer })
  expect(charges.data.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' })
  expect(data.filter(({ status }) => status !== 'incomplete_expired')).toMatchObject([{ status: 'active' }])
}

/** A server that starts takes over abandoned jobs after six seconds. */
const PATIENCE = { timeout: WAIT_TIMEOUT_MS, interval: 50 }
const SUBSCRIBE = '/api/subscriptions/create'
const UNPROCESSED = 'select from stripe_events where done_at is null'
/** Backdates a killed server's heartbeat and locks far enough for others to take over its jobs. */
const ABANDON = `with pools as (update worker_pools set seen_at = now() - interval '2 minutes')
  update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes' where locked_at is not null`
/** Waits until the webhook about the new subscription is processed. */
const waitForFirstSync = (name: Name) =>
  vi.waitUntil(
    async () => {
      const synced = 'select from subscriptions where subscriber_id = $1 and revision > 0'
      return (await client.query(synced, [people[name].id])).rowCount === 1
    },
    { timeout: WAIT_TIMEOUT_MS, interval: 20 },
  )
const toNina = () => ({ creatorId: people.nina.id })
const at = (path: RegExp): Pick<Fault, 'method' | 'path'> => ({ method: 'POST', path })
const slow = { how: 'slow', slowMs: 700 } as const
const lost = { how: 'silence' } as const

const KILLS: [Name, string, Fault][] = [
  ['ben', 'Stripe creates the subscription', { ...at(/^\/v1\/subscriptions$/), ...slow }],
  [
    'cid',
    'Stripe’s answer about the subscription is on its way',
    { ...at(/^\/v1\/subscriptions$/), ...lost },
  ],
  ['dot', 'Stripe creates the customer', { ...at(/^\/v1\/customers$/), ...slow }],
  ['eve', 'Stripe’s answer about the customer is on its way', { ...at(/^\/v1\/customers$/), ...lost }],
]
test.each(sampled(KILLS, 1))(
  '%s subscribes and pays once, though the product is killed while %s',
  async (name, _when, fault) => {
    await killDuring(fault, name, SUBSCRIBE, toNina())
    const { clientSecret } = await ask<Secret>(name, SUBSCRIBE, toNina())
    expect((await confirm(clientSecret)).status).toBe(200)
    await expectOneCharge(name, 'subscriptions')
  },
)

test('fay pays once for a plan whose answer was lost in a crash', async () => {
  await killDuring({ ...at(/^\/v1\/subscriptions$/), ...lost }, 'fay', '/api/stripe/creator-subscription')
  const { clientSecret } = await ask<Secret>('fay', '/api/stripe/creator-subscription')
  expect((await confirm(clientSecret)).status).toBe(200)
  await expectOneCharge('fay', 'creator_plans')
})

test('gus pays while the product is down, and has access soon after the next start', async () => {
  const { clientSecret } = await ask<Secret>('gus', SUBSCRIBE, toNina())
  await product.end('SIGKILL')
  expect((await confirm(clientSecret)).status).toBe(200)
  await wait(500)
  product = await externalStripe.startProduct()
  await expectOneCharge('gus', 'subscriptions')
})

test('a webhook whose processing was interrupted is processed after the next start', async () => {
  const { clientSecret } = await ask<Secret>('hal', SUBSCRIBE, toNina())
  await waitForFirstSync('hal')
  externalStripe.sandbox.failNext({
    how: 'silence',
    method: 'GET',
    path: /^\/v1\/subscriptions\/sub_/,
    times: 10,
  })
  expect((await confirm(clientSecret)).status).toBe(200)
  await vi.waitUntil(async () => ((await client.query(UNPROCESSED)).rowCount ?? 0) > 0, {
    timeout: WAIT_TIMEOUT_MS,
    interval: 20,
  })
  await product.end('SIGKILL')
  externalStripe.sandbox.clearFaults()
  await client.query(ABANDON)
  product = await externalStripe.startProduct()
  await expectOneCharge('hal', 'subscriptions')
  await vi.waitUntil(async () => (await client.query(UNPROCESSED)).rowCount === 0, {
    ...PATIENCE,
  })
})

test('the product survives an unavailable database and processes the webhook again', async () => {
  const { clientSecret } = await ask<Secret>('joe', SUBSCRIBE, toNina())
  await waitForFirstSync('joe')
  const isMet = externalStripe.sandbox.failNext({
    how: 'slow',
    slowMs: 600,
    method: 'GET',
    path: /^\/v1\/subscriptions\/sub_/,
  })
  expect((await confirm(clientSecret)).status).toBe(200)
  await vi.waitUntil(isMet, { timeout: WAIT_TIMEOUT_MS, interval: 5 })
  const admin = new pg.Client({ connectionString: database.ownerUrl.replace(/\/test_\w+/, '/signalpost') })
  await admin.connect()
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`alter database ${name} allow_connections false`)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'signalpost'`,
    [name],
  )
  await wait(1500)
  await admin.query(`alter database ${name} allow_connections true`)
  await admin.end()
  expect([product.process.exitCode, product.process.signalCode]).toEqual([null, null])
  await client.query(ABANDON)
  await expectOneCharge('joe', 'subscriptions')
})

test('nina’s price change in a crash creates one price, which is hers', async () => {
  const price = '/api/creator/setup-pricing'
  await killDuring({ ...at(/^\/v1\/prices$/), ...lost }, 'nina', price, { priceInCents: 1234 })
  expect(await ask('nina', price, { priceInCents: 1234 })).toEqual({ priceInCents: 1234 })
  const { data } = await externalStripe.stripe.prices.list({ limit: 100 })
  const { stripe_price_id: id } = await userOf('nina')
  expect(data.filter(({ unit_amount: cents }) => cents === 1234)).toMatchObject([{ id, active: true }])
})

test('ida’s canceled attempt after a crash can’t be paid, and expires', async () => {
  await killDuring({ ...at(/^\/v1\/subscriptions$/), ...lost }, 'ida', SUBSCRIBE, toNina())
  const { data: subscriptions } = await externalStripe.stripe.subscriptions.list({
    status: 'all',
    limit: 100,
  })
  const id = subscriptions.find(({ status }) => status === 'incomplete')?.metadata['row_id']
  const response = await fetch(`${product.origin}/api/subscriptions/${id}`, {
    method: 'DELETE',
    headers: { cookie: await product.signIn('ida') },
  })
  expect(response.status).toBe(200)
  await vi.waitUntil(async () => {
    const { data } = await externalStripe.stripe.subscriptions.list({ status: 'all', limit: 100 })
    return data.find(({ metadata }) => metadata['row_id'] === id)?.status === 'incomplete_expired'
  }, PATIENCE)
})
