// A simulation: a database, a Stripe sandbox that holds its webhooks back, a shared clock, a creator and subscribers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import type Stripe from 'stripe'
import { openStripeSandbox, type StripeSandbox } from '#tools/sandbox/stripe/open.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabaseForJobs } from '#server/db/open.ts'
import { receiveEvent, SNAPSHOT_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import type { BillingDeps } from '#server/features/billing/store.ts'
import { setPrice } from '#server/features/creators/set-price.ts'
import { readStripeEvent } from '#server/adapters/stripe-events.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { asOwner, type FreshDatabase, freshDatabase } from '#test/database.ts'
import { quickStripeRetries } from '#test/quick-stripe-retries.ts'
import { readyAccount } from '#test/sandbox/stripe/fixtures.ts'
import { type AfterRetries, type Bill, GRACE_DAYS, passTime } from './model.ts'

export const NAMES = ['Ada', 'Bo', 'Cleo'] as const
export type Subscriber = { name: string; id: string; customer: string; bills: Bill[] }
export type Simulation = {
  deps: BillingDeps
  statements: Database['statements']
  sandbox: StripeSandbox
  stripe: Stripe
  people: Subscriber[]
  afterRetries: AfterRetries
  /** The tax rate on top of prices; null without tax. */
  taxPercent: number | null
  /** `prices` counts all prices so far, because the same amount may come twice. */
  creator: {
    id: string
    account: string
    priceInCents: number
    prices: number
    isOffering: boolean
    isOnHold: boolean
    /** The share of a won dispute may not have reached the payout account yet. */
    wasOnHold: boolean
  }
  /** Webhooks whose failure Stripe notices, and whether others vanished that Stripe believes delivered. */
  lost: Set<number>
  vanished: boolean
  delivered: number[]
  /** Seconds. */
  now: () => number
  /** Advances everyone's clock. */
  pass: (seconds: number) => Promise<void>
  end: () => Promise<void>
}
export type Lane = {
  begin: (options: Options) => Promise<Simulation>
  close: () => Promise<void>
}

const WEBHOOKS = '/webhooks'
/** On a busy machine a slow answer must not count as a lost one. */
const TIMEOUT_MS = 10 * 60_000

/** Each lane runs one simulation at a time; parallel lanes share nothing. */
export async function openLane(): Promise<Lane> {
  const database = await freshDatabase()
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const pools = openDatabaseForJobs(database.url, log, { connectMs: TIMEOUT_MS, queryMs: TIMEOUT_MS })
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret of at least 32 characters, for tests',
    PAST_DUE_GRACE_DAYS: String(GRACE_DAYS),
  })
  let sim: { deps: BillingDeps; sandbox: StripeSandbox } | undefined
  const server = createServer((request, response) => {
    if (!sim) response.destroy()
    else if (request.url === WEBHOOKS) void receive(sim.deps, request, response)
    else sim.sandbox.handle(request, response)
  })
  // Otherwise a busy machine may close idle connections just as they are used again.
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stripe = quickStripeRetries(openStripe(config.payments, { port }, TIMEOUT_MS))
  return {
    async begin(options) {
      const env = { database, url: `http://127.0.0.1:${port}`, stripe, config, log, ...pools }
      return await beginSimulation(env, options, (now) => {
        sim = now
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await pools.close()
      await database.drop()
    },
  }
}

/** Answers as the product's webhook route does, refusals included. */
async function receive(deps: BillingDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  try {
    const signature = String(request.headers['stripe-signature'])
    await receiveEvent(
      deps,
      readStripeEvent(deps.stripe, deps.config.payments, Buffer.concat(parts), signature),
    )
    response.writeHead(200).end()
  } catch {
    response.writeHead(500).end()
  }
}

type Environment = Omit<BillingDeps, 'clock'> &
  Database & { database: FreshDatabase; url: string; config: Config }
type Options = Pick<Simulation, 'afterRetries' | 'taxPercent'> & {
  start: number
  subscribers: number
  feePercent: number
}

async function beginSimulation(
  { database, url, stripe, log, db, statements, config: settings }: Environment,
  { start, subscribers, feePercent, afterRetries, taxPercent }: Options,
  serve: (sim: { deps: BillingDeps; sandbox: StripeSandbox }) => void,
): Promise<Simulation> {
  const payments = { ...settings.payments, isTaxed: taxPercent !== null }
  const config = { ...settings, payments, platformFeePercent: feePercent }
  let frozen = start
  let lastMs = 0
  // Two rows never get the same millisecond, so their order is known.
  const now = () => new Date((lastMs = Math.max(frozen * 1000, lastMs + 1)))
  const deps: BillingDeps = { db, log, stripe, config, clock: { ...systemClock, now } }
  const sandbox = openStripeSandbox({
    file: ':memory:',
    baseUrl: url,
    deliver: [
      {
        url: url + WEBHOOKS,
        secret: config.payments.webhookSecret ?? '',
        payload: 'snapshot',
        events: [...SNAPSHOT_EVENTS],
      },
    ],
    webhooks: { hold: true, timeoutMs: TIMEOUT_MS },
    settings: { whenRetriesEnd: afterRetries, taxPercent: taxPercent ?? 0 },
  })
  serve({ deps, sandbox })

  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const account = await readyAccount(stripe)
  const people = await Promise.all(
    NAMES.slice(0, subscribers).map(async (name): Promise<Subscriber> => {
      const { id: customer } = await stripe.customers.create({
        test_clock: clock.id,
        address: { country: 'DE' },
      })
      return { name, id: systemClock.newId(), customer, bills: [] }
    }),
  )
  const creator = {
    id: systemClock.newId(),
    account,
    priceInCents: 950,
    prices: 1,
    isOffering: true,
    isOnHold: false,
    wasOnHold: false,
  }
  const row = { password: '-', createdAt: now(), updatedAt: now(), payoutsCheckedAt: now() }
  await db
    .insertInto('users')
    .values([
      ...people.map(({ name, id, customer }) => ({
        ...row,
        ...named(name, id),
        stripeCustomerId: customer,
      })),
      {
        ...row,
        ...named('Maya', creator.id),
        isCreator: true,
        stripeAccountId: account,
        stripeOnboardingCompleted: true,
        payoutStatus: 'active',
        payoutsEmailed: 'ready',
      },
    ])
    .execute()
  await sql`insert into stripe_environment (name, events_read_to) values ('sandbox', ${now()})
    on conflict (is_only) do update set events_read_to = excluded.events_read_to`.execute(db)
  await setPrice(deps, creator.id, creator.priceInCents)

  return {
    deps,
    statements,
    sandbox,
    stripe,
    people,
    afterRetries,
    taxPercent,
    creator,
    lost: new Set(),
    vanished: false,
    delivered: [],
    now: () => frozen,
    async pass(seconds) {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + seconds })
      frozen += seconds
      for (const bill of people.flatMap(({ bills }) => bills)) passTime(bill, frozen)
    },
    async end() {
      await sandbox.close()
      await asOwner(database, 'truncate users cascade')
      await sql`delete from stripe_events`.execute(db)
      await sql`delete from graphile_worker._private_jobs`.execute(db)
    },
  }
}

const named = (name: string, id: string) => ({
  id,
  username: `${name}_${id.slice(0, 8)}`,
  email: `${id}@example.com`,
})
