// Starts the whole product: settings, database, tables, queue, web server; and stops it without losing a request.
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { BadSettings, readConfig } from './config.ts'
import { DirectoryRefused } from './db/embedded-lock.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { type Db, openDatabase } from './db/open.ts'
import { openDelivery } from './features/signals/delivery.ts'
import { startWorker } from './jobs/worker.ts'
import { openMail } from './outside/mail.ts'
import { openStorage } from './outside/storage/open.ts'

/** How long a stopping server still answers, telling each client to take its next request elsewhere. */
const DRAIN_MS = 1000

async function start() {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : null
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  await migrate(databaseUrl)
  const { db, pool } = openDatabase(databaseUrl, log)
  const clock = systemClock
  const delivery = openDelivery({ pool, clock, config, log })
  const storage = openStorage({ config, clock, log })
  const deps = { config, clock, db, pool, log, delivery, storage, mail: openMail(config, clock) }
  const demo = config.mode === 'production' ? null : await import('../scripts/demo/seed-demo.ts')
  if (config.demoData === 'on' || (config.demoData === undefined && embedded && (await isEmpty(db))))
    await demo?.seedDemo(deps)
  const isDemo = (await demo?.hasDemoPeople(db)) ?? false

  let publicUrl = config.publicUrl ?? ''
  let stopping = false
  const app = await buildApp(deps, { publicUrl: () => publicUrl, isDemo, isStopping: () => stopping })
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  publicUrl ||= `http://localhost:${typeof address === 'object' ? address?.port : config.port}`
  const worker = await startWorker(deps)
  console.log(`Signalpost is ready at ${publicUrl}`)
  if (isDemo)
    console.log('Demo people: maya and theo (creators), rosa and omar (members). Password: signalpost')

  const stop = async () => {
    if (stopping) return
    stopping = true
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS))
    await app.close()
    await delivery.stop()
    await worker.stop()
    await db.destroy()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Nobody is there yet: a new database, or one whose very first start was interrupted. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

start().catch((error: unknown) => {
  console.error(error instanceof BadSettings || error instanceof DirectoryRefused ? error.message : error)
  process.exit(1)
})
