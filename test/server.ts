// A real server on its own database, and people who use it over HTTP with the browser's client.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { ListeningBroker } from '#tools/sandbox/broker/listen.ts'
import type { PushSandbox } from '#tools/sandbox/push/open.ts'
import type { ListeningSandbox } from '#tools/sandbox/stripe/listen.ts'
import type { DeliverySettings } from '#tools/sandbox/stripe/webhooks.ts'
import { buildApp } from '#server/app.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { requestScoring } from '#server/features/record/jobs/scoring-jobs.ts'
import { startSequencer } from '#server/features/record/log/sequencer.ts'
import { HEARTBEAT_TIMING } from '#server/jobs/worker-heartbeat.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { type OpenDepsOptions, openDeps } from '#server/open-deps.ts'
import { auth } from '#shared/contracts/auth.ts'
import { type Browser, openBrowser } from './browser.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { quickStripeRetries } from './quick-stripe-retries.ts'
import { checkParams } from './sandbox/stripe/sdk-params.ts'
import { scratchRoot } from './scratch.ts'
import { LONG_DATABASE_TIMEOUTS } from '#tools/drills/product.ts'

export type TestServer = {
  origin: string
  deps: Deps
  database: FreshDatabase
  /** A browser that isn't signed in, or one with the cookies of another, as after a restart. */
  visitor(cookies?: Browser['cookies']): Browser
  /** A browser that is signed in as this person; the default password is `signalpost`. */
  signIn(username: string, password?: string): Promise<Browser>
  /** Waits until all jobs are done, except those scheduled for later. */
  jobsDone(): Promise<void>
  /** The server's Stripe sandbox. */
  sandbox: ListeningSandbox
  /** The server's sample broker. */
  broker: ListeningBroker
  /** The server's push sandbox: phones that show what was pushed. */
  phones: PushSandbox
  /** Waits until all events of the sandbox have arrived and been processed. */
  settled(): Promise<void>
  /** Throws if a call to Stripe had parameters that the SDK's types don't have. */
  stop(): Promise<void>
}

/** All servers of a test share it, as copies of the product on one database do. */
const SESSION_SECRET = 'a secret of at least 32 characters, for tests'

/** In the product it is a second. Every test of the log would wait that long. */
const SEQUENCER_POLL_MS = 200
/** In the product it is a second. Every test that waits for an email would wait that long. */
const JOBS_POLL_MS = 100

/**
 * Starts the whole product with the given settings on a free port. Several servers can share a `database` that is passed in;
 * it isn't dropped.
 */
export async function startServer(
  options: {
    settings?: Record<string, string>
    clock?: Clock
    config?: Partial<Config>
    database?: FreshDatabase
    log?: Logger
    /** How the sandbox's events arrive: held back, late, twice. */
    webhooks?: Partial<DeliverySettings>
    /** The URLs of stand-ins for market data, for servers with its keys. */
    markets?: OpenDepsOptions['markets']
    /** Instead of the providers in the settings. */
    providers?: Deps['providers']
    /** The timeout of calls to Stripe, in ms. */
    stripeTimeoutMs?: number
    /** How long the SDK waits before it repeats a failed call, in ms. */
    stripeRetryMs?: number
    /** False: posts don't get into the log. */
    sequencer?: boolean
    /** True: logged signals are scored, as in the product. */
    scoring?: boolean
    /** False: push notifications are only sent when the test says so. */
    push?: boolean
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await freshDatabase())
  const dataDir = await mkdtemp(join(await scratchRoot(), 'signalpost-files-'))
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SESSION_SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      ...LONG_DATABASE_TIMEOUTS,
      STRIPE_SANDBOX_LATENCY_MS: process.env['STRIPE_SANDBOX_LATENCY_MS'] ?? '0-0', // docs/money.md
      ...options.settings,
    }),
    ...options.config,
  }
  const log = options.log ?? pino({ level: config.logLevel })
  const clock = options.clock ?? systemClock
  let origin = ''
  const { webhooks, markets, providers, stripeTimeoutMs = 1500 } = options
  const opened = await openDeps({
    config,
    clock,
    log,
    databaseUrl: database.url,
    publicUrl: () => origin,
    loopbackUrl: () => origin,
    stripeTimeoutMs,
    ...(webhooks && { webhooks }),
    ...(markets && { markets }),
    ...(providers && { providers }),
  })
  const { deps, forJobs, paymentSandbox, brokerSandbox, pushSandbox } = opened
  const { pool } = deps
  quickStripeRetries(deps.stripe, options.stripeRetryMs)
  const stripeParams = checkParams(deps.stripe)
  const app = await buildApp(deps, {
    publicUrl: () => origin,
    isDemo: false,
    paymentSandbox,
    brokerSandbox,
    pushSandbox,
    checkReplies: true,
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  // The hourly jobs are off: tests do their work, and a test that runs at that minute would find it done.
  const worker = await startWorker(
    {
      ...deps,
      ...forJobs,
      publicUrl: origin,
      ...(options.push === false && { push: { ...deps.push, newestKey: undefined } }),
    },
    HEARTBEAT_TIMING,
    '',
    JOBS_POLL_MS,
  )
  const afterBatch = async () => {
    if (options.scoring) await requestScoring(deps)
  }
  const sequencer =
    options.sequencer === false
      ? null
      : startSequencer({ ...deps, ...forJobs }, origin, afterBatch, SEQUENCER_POLL_MS)

  const visitor = (cookies?: Browser['cookies']) => openBrowser(origin, cookies)

  if (!paymentSandbox || !brokerSandbox || !pushSandbox) throw new Error('These tests are not for real keys')
  const jobsDone = async () => {
    for (;;) {
      const { rows } = await pool.query<{ n: number }>(
        `select (select count(*) from deliveries)::int + (
             select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
              where t.identifier not in ('sweep', 'sweep_stripe') and j.run_at <= now())::int as n`,
      )
      if (rows[0]?.n === 0) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return {
    origin,
    deps,
    database,
    sandbox: paymentSandbox,
    broker: brokerSandbox,
    phones: pushSandbox,
    async settled() {
      await paymentSandbox.webhooks.settled()
      // Jobs that process events may cause other ones.
      do await jobsDone()
      while (await paymentSandbox.webhooks.settled())
    },
    visitor,
    async signIn(username, password = 'signalpost') {
      const browser = visitor()
      await browser.call(auth.login, { body: { username, password } })
      return browser
    },
    jobsDone,
    async stop() {
      // A webhook's idle connection would stay open for a minute.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20)
      await app.close()
      clearInterval(closeIdle)
      await Promise.all([worker.stop(), sequencer?.stop()])
      await opened.close()
      if (!options.database) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      const { errors } = stripeParams
      if (errors.size > 0)
        throw new Error(`Calls to Stripe don’t fit the SDK’s types: ${[...errors].join('; ')}`)
    },
  }
}

export { refusal } from './refusal.ts'
export type { Browser } from './browser.ts'
