// A new database with its sandboxes, ready for the demo seed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { openBrokerSandbox } from '#server/broker-sandbox.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { freshDatabase } from '#test/database.ts'

const log = pino({ level: 'silent' })
const clock = systemClock
export type DemoDatabase = Awaited<ReturnType<typeof openDemoDatabase>>

export async function openDemoDatabase() {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-demo-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret of at least 32 characters, for tests',
  })
  const { db } = openDatabaseForJobs(database.url, log)
  const file = await claimStripeEnvironment({ db, clock, config })
  const sandbox = await openPaymentSandbox(config, file, () => 'http://localhost:3000', null)
  if (!sandbox) throw new Error('These tests do not run with real keys')
  const broker = await openBrokerSandbox(config, null, null)
  const stripe = openStripe(config.payments, sandbox)
  return {
    database,
    db,
    config,
    clock,
    log,
    sandbox,
    broker,
    stripe,
    /** Queries the payment sandbox's own file. */
    querySandbox(sql: string): Record<string, unknown>[] {
      const opened = new DatabaseSync(sandbox.options.file, { readOnly: true })
      const rows = opened.prepare(sql).all()
      opened.close()
      return rows
    },
    async close() {
      await sandbox.close()
      await broker?.close()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function idOf({ db }: DemoDatabase, username: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row.id
}
