// npm run seed: adds the demo people to the database of DATABASE_URL, or to the embedded one.
import { openBrokerSandbox } from '#server/broker-sandbox.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { SettingsError } from '#server/settings.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { type DatabaseUrls, migrate } from '#server/db/migrate.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { openLog, OperatorError } from '#server/log.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { seedDemo } from '#tools/demo/seed-demo.ts'

async function seed(): Promise<void> {
  // Checked before other settings, because this error matters most in production.
  if (process.env['NODE_ENV'] === 'production')
    throw new SettingsError(
      'The demo people are refused when NODE_ENV is production: they all share a known password',
    )
  const config = readConfig(process.env)
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url } = config
  const running = url && ownerUrl ? { url, ownerUrl } : await runningEmbeddedPostgres(config.dataDir)
  if (running) return await fill(running, config)
  const started = await startEmbeddedPostgres(config.dataDir)
  try {
    await fill(started, config)
  } finally {
    await started.stop()
  }
}

async function fill(urls: DatabaseUrls, config: ReturnType<typeof readConfig>): Promise<void> {
  await migrate(urls, systemClock)
  const log = openLog(config.logLevel)
  const { db } = openDatabaseForJobs(urls.url, log)
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
    console.log(
      'The demo people are ready: sign in as maya, theo, rosa, omar or ada with the password signalpost',
    )
  } finally {
    await db.destroy()
  }
}

seed().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
