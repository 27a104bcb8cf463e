// Starts the whole product: settings, database, tables, queue, web server; and stops it without losing a request.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { BadSettings, readConfig } from './config.ts'
import { openBrokerSandbox } from './broker-sandbox.ts'
import { openPaymentSandbox } from './payment-sandbox.ts'
import { brokerWebhookPath } from '#server/features/portfolio/connections/webhook-route.ts'
import { claimStripeEnvironment } from './features/billing/stripe-environment.ts'
import { openStripe } from './adapters/stripe.ts'
import { DirectoryRefused } from './db/embedded-lock.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Db, isDatabaseAway, openDatabase, openDatabaseForJobs } from './db/open.ts'
import { openDelivery } from './features/signals/delivery.ts'
import { stopServer } from './http/graceful-shutdown.ts'
import { startWorker } from './jobs/worker.ts'
import { openLog } from './log.ts'
import { openMarket } from './adapters/market/open.ts'
import { openProviders } from './adapters/broker/open.ts'
import { openMail } from './adapters/mail.ts'
import { openStorage } from './adapters/storage/open.ts'
import { openSecrets } from './secrets.ts'

/** A stop that takes longer, because the database is frozen, say, is ended: what was in hand is picked up by the next start. */
const STOP_MAX_MS = 25_000

async function start() {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  await migrate(databaseUrl)
  const { db, pool } = openDatabase(databaseUrl, log)
  const forJobs = openDatabaseForJobs(databaseUrl, log)
  const clock = systemClock
  const delivery = openDelivery({ pool: forJobs.pool, clock, config, log })
  const storage = openStorage({ config, clock, log })
  const sandboxFile = await claimStripeEnvironment({ db, clock, config })
  // Known before it listens, unless the system chooses the port: the demo's invoices are addressed there.
  let publicUrl = config.publicUrl ?? (config.port === 0 ? '' : `http://localhost:${config.port}`)
  let loopbackUrl = ''
  const paymentSandbox = await openPaymentSandbox(
    config,
    sandboxFile,
    () => publicUrl,
    () => loopbackUrl,
  )
  const brokerSandbox = await openBrokerSandbox(
    config,
    () => publicUrl,
    () => loopbackUrl,
  )
  const stripe = openStripe(config.payments, paymentSandbox)
  const providers = openProviders(config.brokers, {
    clock,
    sandboxApi: brokerSandbox?.apiUrl ?? null,
    plaidWebhookUrl: () => `${publicUrl}${brokerWebhookPath('plaid')}`,
  })
  const secrets = openSecrets(config.brokers.encryptionKeys, clock)
  const market = openMarket({ config, db: forJobs.db, log })
  const mail = openMail(config, clock)
  const deps = { config, clock, db, pool, log, delivery, storage, stripe, market, mail, providers, secrets }
  const mayHaveDemo = config.mode !== 'production'
  const wantsDemo =
    config.demoData === 'on' || (config.demoData === undefined && embedded && (await isEmpty(db)))
  if (mayHaveDemo && wantsDemo) seedDemo()
  const demo = mayHaveDemo ? await import('#demo/has-demo-people.ts') : null
  const isDemo = (await demo?.hasDemoPeople(db)) ?? false

  let stopping = false
  const app = await buildApp(deps, {
    publicUrl: () => publicUrl,
    isDemo,
    isStopping: () => stopping,
    paymentSandbox,
    brokerSandbox,
  })
  // What starting took is given back before anybody could be held up by it: 30 MB of 160 (measured).
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : config.port
  publicUrl ||= `http://localhost:${port}`
  loopbackUrl = `http://${loopbackHost(config.host)}:${port}`
  const worker = await startWorker({ ...deps, ...forJobs, publicUrl })
  console.log(`Signalpost is ready at ${publicUrl}`)
  if (isDemo)
    console.log('Demo people: maya and theo (creators), rosa and omar (members). Password: signalpost')

  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref()
    await stopServer(app)
    await Promise.all([delivery.stop(), worker.stop()])
    // Not `db.destroy()`, which closes nothing where only the pool was used.
    await Promise.all([pool.end(), forJobs.pool.end()])
    await paymentSandbox?.close()
    await brokerSandbox?.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** In a process of its own: what it takes in memory is given back when it ends. */
function seedDemo(): void {
  const script = join(import.meta.dirname, '../scripts/seed.ts')
  execFileSync(process.execPath, [...process.execArgv, script], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Where the process reaches itself when it listens there. */
function loopbackHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Nobody is there yet: a new database, or one whose very first start was interrupted. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

start().catch((error: unknown) => {
  if (error instanceof BadSettings || error instanceof DirectoryRefused) console.error(error.message)
  else if (isDatabaseAway(error)) console.error(`The database cannot be reached: ${String(error)}`)
  else console.error(error)
  process.exit(1)
})
