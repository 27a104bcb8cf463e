// npm run seed: adds the demo people to the database of DATABASE_URL, or to the embedded one.
import { openBrokerSandbox } from '#server/broker-sandbox.ts'
import { systemClock } from '#server/clock.ts'
import { SettingsError, readConfig } from '#server/config.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { openLog } from '#server/log.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { seedDemo } from '#demo/seed-demo.ts'

async function seed(): Promise<void> {
  // Checked before other settings, because in production this error matters most.
  if (process.env['NODE_ENV'] === 'production')
    throw new SettingsError(
      'The demo people are refused when NODE_ENV is production: they all share a known password',
    )
  const config = readConfig(process.env)
  const running = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir))
  const started = running === undefined ? await startEmbeddedPostgres(config.dataDir) : undefined
  try {
    await fill(running ?? started?.url ?? '', config)
  } finally {
    await started?.stop()
  }
}

async function fill(url: string, config: ReturnType<typeof readConfig>): Promise<void> {
  await migrate(url)
  const log = openLog(config.logLevel)
  const { db } = openDatabaseForJobs(url, log)
  try {
    const deps = { db, clock: systemClock, config, log }
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const file = await claimStripeEnvironment(deps)
    const sandbox = await openPaymentSandbox(config, file, () => publicUrl, null)
    const broker = await openBrokerSandbox(config, null, null)
    try {
      await seedDemo(deps, sandbox, broker)
    } finally {
      await broker?.close()
      await sandbox?.close()
    }
    console.log('The demo people are there: sign in as maya, theo, rosa or omar with the password signalpost')
  } finally {
    await db.destroy()
  }
}

seed().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})
