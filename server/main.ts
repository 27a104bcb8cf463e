// Starts the product (settings, database, migrations, web server, job queue) and stops it without losing requests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Db, isDatabaseUnavailable } from './db/open.ts'
import { stopServer } from './http/graceful-shutdown.ts'
import { requestScoring, scoringAfterPosts } from '#server/features/record/jobs/scoring-jobs.ts'
import { startSequencer } from './features/record/log/sequencer.ts'
import { startWorker } from './jobs/worker.ts'
import { OperatorError, openLog } from './log.ts'
import { blanksText, readDocuments } from './features/legal/documents.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { openDeps } from './open-deps.ts'

/**
 * After the drain, the process exits if stopping takes longer, such as with a frozen database. The next start
 * resumes jobs.
 */
const STOP_MAX_MS = 25_000
/**
 * The exit code after an unhandled error. systemd and Docker start the server again after any exit, and `npm start`
 * after this one (`keepRunning` in tools/scripts/runtime.mjs).
 */
const FAILED = 70

async function start() {
  const settings = readConfig(process.env)
  const log = openLog(settings.logLevel)
  const blanks = blanksText(await readDocuments(settings))
  if (settings.mode === 'production' && blanks.length > 0) throw new OperatorError(blanks.join('\n'))
  const tracing =
    settings.tracesUrl === undefined
      ? null
      : (await import('./tracing.ts')).startTracing({ ...settings, tracesUrl: settings.tracesUrl })
  const embedded = settings.databaseUrl === undefined ? await startEmbeddedPostgres(settings.dataDir) : null
  const databaseUrl = settings.databaseUrl ?? embedded?.url ?? ''
  const config = { ...settings, databaseOwnerUrl: embedded?.ownerUrl ?? settings.databaseOwnerUrl }
  const schema = await migrate(
    { url: databaseUrl, ownerUrl: config.databaseOwnerUrl ?? databaseUrl },
    systemClock,
  )
  if (schema.newer.length > 0)
    log.warn(
      { event: 'newer_migrations', migrations: schema.newer },
      'a newer version migrated the database, compatibly',
    )
  if (schema.isOneRole && config.mode === 'production')
    log.warn(
      { event: 'one_database_role' },
      'one database role owns the tables and serves; set DATABASE_OWNER_URL to separate them',
    )
  // Set before the server listens, because the demo's invoices contain it. Unknown if the system chooses the port.
  let publicUrl = config.publicUrl ?? (config.port === 0 ? '' : `http://localhost:${config.port}`)
  let loopbackUrl = ''
  const opened = await openDeps({
    config,
    clock: systemClock,
    log,
    databaseUrl,
    publicUrl: () => publicUrl,
    loopbackUrl: () => loopbackUrl,
  })
  const { deps, forJobs, paymentSandbox, brokerSandbox, pushSandbox } = opened
  const mayHaveDemo = config.mode !== 'production'
  const wantsDemo =
    config.demoData === 'on' || (config.demoData === undefined && embedded && (await isEmpty(forJobs.db)))
  if (mayHaveDemo && wantsDemo) await seedDemo()
  const demo = mayHaveDemo ? await import('#tools/demo/has-demo-people.ts') : null
  const isDemo = (await demo?.hasDemoPeople(forJobs.db)) ?? false

  // Called before the server listens, because after that a slow connection must not end the process.
  await requestScoring(forJobs)
  let stopping = false
  const app = await buildApp(deps, {
    publicUrl: () => publicUrl,
    isDemo,
    isStopping: () => stopping,
    paymentSandbox,
    brokerSandbox,
    pushSandbox,
  })
  tracing?.nameRequests(app)
  // Frees memory that was only needed for the start: 30 of 160 MB (measured).
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const metrics =
    deps.metrics && config.metricsPort !== undefined
      ? await serveMetrics(deps.metrics, { port: config.metricsPort, host: config.host }, deps)
      : null
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : config.port
  publicUrl ||= `http://localhost:${port}`
  loopbackUrl = `http://${loopbackHost(config.host)}:${port}`
  const worker = await startWorker({ ...deps, ...forJobs, publicUrl })
  const sequencer = startSequencer({ ...deps, ...forJobs }, publicUrl, scoringAfterPosts(deps))
  console.log(`Signalpost is ready at ${publicUrl}`)
  if (metrics) console.log(`Metrics are at http://${urlHost(config.host)}:${metrics.port}/metrics`)
  if (isDemo)
    console.log(
      `Demo people: maya and theo (creators), rosa and omar (members), ada (administrator), edda (moderator). Password: signalpost
Their second factor: ${publicUrl}/sandbox/authenticator has the codes of ada and edda`,
    )

  let isAskedToStop = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    let step = 'requests'
    setTimeout(() => {
      log.error({ event: 'stop_timed_out', step }, 'stopping took too long, so the process exits')
      process.exit(isAskedToStop ? 1 : FAILED)
    }, config.drainMs + STOP_MAX_MS).unref()
    await stopServer(app, config.drainMs)
    step = 'jobs'
    await Promise.all([worker.stop(), sequencer.stop()])
    step = 'connections'
    await Promise.all([opened.close(), metrics?.close(), tracing?.stop()])
    step = 'embedded database'
    await embedded?.stop()
    process.exit(isAskedToStop ? 0 : FAILED)
  }
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => {
      isAskedToStop = true
      void stop()
    })
  // The last resort, also for unhandled rejections. The process may be in any state, so it answers the requests it has
  // accepted and exits.
  process.on('uncaughtException', (error) => {
    log.error({ event: 'process_failed', err: error }, 'an unhandled error; the process exits')
    void stop()
  })
}

/** Runs in a separate process, so that its memory is freed when it ends. */
async function seedDemo(): Promise<void> {
  const script = join(import.meta.dirname, '../tools/scripts/seed.ts')
  const child = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The demo people could not be created')
}

/** The host at which the process reaches itself when it listens on `host`. */
function loopbackHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return urlHost(host)
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

const isPortInUse = (error: unknown): error is { port: number } =>
  (error as { code?: unknown } | null)?.code === 'EADDRINUSE'

/** Whether there are no accounts: the database is new, or its first start was interrupted. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

start().catch((error: unknown) => {
  if (error instanceof OperatorError) console.error(error.message)
  else if (isPortInUse(error)) console.error(`Port ${error.port} is in use`)
  else if (isDatabaseUnavailable(error)) console.error(`The database cannot be reached: ${String(error)}`)
  else console.error(error)
  process.exit(1)
})
