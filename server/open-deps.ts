// The composition root: opens everything the features depend on, for main.ts and for the tests' servers.
import type { Log } from '#server/log.ts'
import type { ListeningBroker } from '#tools/sandbox/broker/listen.ts'
import type { ListeningSandbox } from '#tools/sandbox/stripe/listen.ts'
import type { PushSandbox } from '#tools/sandbox/push/open.ts'
import type { DeliverySettings } from '#tools/sandbox/stripe/webhooks.ts'
import { openProviders } from './adapters/broker/open.ts'
import { openMail } from './adapters/mail.ts'
import { openPush } from './adapters/push.ts'
import { openMarket } from './adapters/market/open.ts'
import { openStorage } from './adapters/storage/open.ts'
import { openStripe } from './adapters/stripe.ts'
import { openBrokerSandbox } from './broker-sandbox.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase, openDatabaseForJobs } from './db/open.ts'
import type { Deps } from './deps.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { brokerWebhookPath } from './features/portfolio/connections/webhook-route.ts'
import { openChangeListener } from './db/listener.ts'
import { measureLog } from './features/record/log/measure-log.ts'
import { startSignalDelivery } from './features/signals/deliver-signals.ts'
import { measureDatabase, measurePools } from './metrics/measure-database.ts'
import { openSessionCache } from './http/session-cache.ts'
import { openPaymentSandbox } from './payment-sandbox.ts'
import { openPushSandbox } from './push-sandbox.ts'
import { openSecrets } from './secrets.ts'

export type OpenDepsOptions = {
  config: Config
  clock: Clock
  log: Log
  /** The database must be migrated. */
  databaseUrl: string
  /** The public address, and the one at which this process reaches itself. Only called once the server listens. */
  publicUrl: () => string
  loopbackUrl: () => string
  /** Overrides for tests: how the sandbox sends webhooks, stand-ins for market data. */
  webhooks?: Partial<DeliverySettings>
  markets?: Parameters<typeof openMarket>[1]
  providers?: Deps['providers']
  stripeTimeoutMs?: number
}

export type OpenedDeps = {
  deps: Deps
  /** Connections with longer timeouts than those for requests. */
  forJobs: Database
  /** Null if real keys are set. */
  paymentSandbox: ListeningSandbox | null
  brokerSandbox: ListeningBroker | null
  pushSandbox: PushSandbox | null
  /** Call this after the last request and job. */
  close(): Promise<void>
}

/** Throws `SettingsError` if the database was used with another Stripe account than the settings name. */
export async function openDeps(options: OpenDepsOptions): Promise<OpenedDeps> {
  const { config, clock, log, databaseUrl, publicUrl, loopbackUrl } = options
  const database = openDatabase(databaseUrl, log, config.databaseTimeouts)
  const { db, pool, statements } = database
  const forJobs = openDatabaseForJobs(databaseUrl, log)
  // Loaded only if metrics are served.
  const metrics =
    config.metricsPort === undefined ? undefined : (await import('./metrics/metrics.ts')).openMetrics()
  if (metrics) {
    measureDatabase(metrics, { pool: forJobs.pool, clock, log })
    measureLog(metrics, { db: forJobs.db, config })
    measurePools(metrics, {
      requests: pool,
      request_statements: statements,
      jobs: forJobs.pool,
      job_statements: forJobs.statements,
    })
  }
  const sandboxFile = await claimStripeEnvironment({ db: forJobs.db, clock, config })
  const paymentSandbox = await openPaymentSandbox(
    config,
    sandboxFile,
    publicUrl,
    loopbackUrl,
    options.webhooks,
  )
  const brokerSandbox = await openBrokerSandbox(config, publicUrl, loopbackUrl)
  const pushSandbox = await openPushSandbox(config, clock, loopbackUrl)
  const brokers = {
    clock,
    sandboxApi: brokerSandbox?.apiUrl ?? null,
    onQuotaLeft: (provider: string, calls: number) => metrics?.brokerQuotaLeft(provider, calls),
    plaidWebhookUrl: () => `${publicUrl()}${brokerWebhookPath('plaid')}`,
  }
  const changes = openChangeListener(pool, log)
  const signalDelivery = startSignalDelivery({ ...forJobs, clock, config, log, metrics }, [pool, statements])
  const deps: Deps = {
    config,
    clock,
    log,
    db,
    pool,
    statements,
    changes,
    sessions: openSessionCache(changes, clock),
    signalDelivery,
    metrics,
    mail: openMail(config, clock),
    push: openPush(config.push, clock, loopbackUrl),
    market: openMarket({ config, db: forJobs.db, log }, options.markets),
    providers: options.providers ?? openProviders(config.brokers, brokers),
    secrets: openSecrets(config.brokers.encryptionKeys, clock),
    storage: openStorage({ config, clock, log }),
    stripe: openStripe(config.payments, paymentSandbox, options.stripeTimeoutMs),
  }
  return {
    deps,
    forJobs,
    paymentSandbox,
    brokerSandbox,
    pushSandbox,
    async close() {
      await Promise.all([signalDelivery.stop(), changes.stop(), deps.push.close()])
      await Promise.all([database.close(), forJobs.close()])
      await Promise.all([paymentSandbox?.close(), brokerSandbox?.close()])
    },
  }
}
