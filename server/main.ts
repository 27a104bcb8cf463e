// Starts the whole product: settings, database, tables, queue, web server; and stops it without losing a request.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { BadSettings, readConfig } from './config.ts'
import { DirectoryRefused } from './db/embedded-lock.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Db, isDatabaseAway } from './db/open.ts'
import { stopServer } from './http/graceful-shutdown.ts'
import { startWorker } from './jobs/worker.ts'
import { openLog } from './log.ts'
import { openDeps } from './open-deps.ts'

/** A stop that takes longer, because the database is frozen, say, is ended: what was in hand is picked up by the next start. */
const STOP_MAX_MS = 25_000

async function start() {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  await migrate(databaseUrl)
  // Known before it listens, unless the system chooses the port: the demo's invoices are addressed there.
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
  if (mayHaveDemo && wantsDemo) seedDemo()
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
