// Keeps the objects of the sandbox, of Stripe's test mode and of its live mode apart: a database belongs to one of them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { SettingsError } from '#server/config.ts'

const NAMES = { sandbox: 'the payment sandbox', test: "Stripe's test mode", live: "Stripe's live mode" }

/**
 * Resolves with the file of the payment sandbox, null with real keys: the one another copy of the server on this
 * database uses already, if it is on this machine. Throws `SettingsError` when this database was used with another one.
 */
export async function claimStripeEnvironment({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<string | null> {
  const { environment } = config.payments
  await db
    .insertInto('stripeEnvironment')
    .values({ name: environment, eventsReadTo: clock.now() })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute()
  const { name, sandboxFile } = await db
    .selectFrom('stripeEnvironment')
    .select(['name', 'sandboxFile'])
    .executeTakeFirstOrThrow()
  if (name !== environment)
    throw new SettingsError(
      `The payments in this database were made with ${NAMES[name as keyof typeof NAMES]}, and these settings are for ${NAMES[environment]}. Use the keys it was made with, or a new database.`,
    )
  if (environment !== 'sandbox') return null
  // An embedded database travels with its directory, and so does what lies beside it.
  if (config.databaseUrl !== undefined && sandboxFile !== null && existsSync(sandboxFile)) return sandboxFile
  const own = join(config.dataDir, 'stripe-sandbox.sqlite')
  await db.updateTable('stripeEnvironment').set({ sandboxFile: own }).execute()
  return own
}
