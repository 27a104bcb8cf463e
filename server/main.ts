// Starts the product (settings, database, migrations, web server, job queue) and stops it without losing a request.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { SettingsError, readConfig } from './config.ts'
import { DataDirectoryError } from './db/embedded-lock.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Db, isDatabaseUnavailable } from './db/open.ts'
import { stopServer } from './http/graceful-shutdown.ts'
import { startWorker } from './jobs/worker.ts'
import { openLog } from './log.ts'
import { openDeps } from './open-deps.ts'

/** If stopping takes longer, for example because the database is frozen, the process exits; the next start resumes its jobs. */
const STOP_MAX_MS = 25_000

async function start() {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  await migrate(databaseUrl)
  // Set before the server listens, unless the system chooses the port: the demo's invoices contain it.
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
  const { deps, forJobs, paymentSandbox, brokerSandbox } = opened
  const mayHaveDemo = config.mode !== 'production'
  const wantsDemo =
    config.demoData === 'on' || (config.demoData === undefined && embedded && (await isEmpty(deps.db)))
  if (mayHaveDemo && wantsDemo) await seedDemo()
  const demo = mayHaveDemo ? await import('#demo/has-demo-people.ts') : null
  const isDemo = (await demo?.hasDemoPeople(deps.db)) ?? false

  let stopping = false
  const app = await buildApp(deps, {
    publicUrl: () => publicUrl,
    isDemo,
    isStopping: () => stopping,
    paymentSandbox,
    brokerSandbox,
  })
  // Frees the memory that starting took before the first request: 30 MB of 160 (measured).
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
    let step = 'requests'
    setTimeout(() => {
      log.error({ step }, 'stopping took too long, so the process exits')
      process.exit(1)
    }, STOP_MAX_MS).unref()
    await stopServer(app)
    step = 'jobs'
    await worker.stop()
    step = 'connections'
    await opened.close()
    step = 'embedded database'
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Runs in its own process, so that its memory is freed when it ends. */
async function seedDemo(): Promise<void> {
  const script = join(import.meta.dirname, '../scripts/seed.ts')
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
  return host.includes(':') ? `[${host}]` : host
}

/** Whether there are no accounts yet: a new database, or one whose first start was interrupted. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

start().catch((error: unknown) => {
  if (error instanceof SettingsError || error instanceof DataDirectoryError) console.error(error.message)
  else if (isDatabaseUnavailable(error)) console.error(`The database cannot be reached: ${String(error)}`)
  else console.error(error)
  process.exit(1)
})
