// Ties a database to one Stripe environment: the sandbox, test mode or live mode.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { SettingsError } from '#server/settings.ts'

const NAMES = { sandbox: 'the payment sandbox', test: "Stripe's test mode", live: "Stripe's live mode" }

/**
 * Resolves with the payment sandbox's file, or null with real keys. If another server on the same database and machine
 * already uses a file, it is that file. Throws `SettingsError` if the database belongs to another environment.
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
  await refuseOtherEnvironment({ db, config })
  if (environment !== 'sandbox') return null
  const { sandboxFile } = await db
    .selectFrom('stripeEnvironment')
    .select('sandboxFile')
    .executeTakeFirstOrThrow()
  // An embedded database may be moved together with its directory, so its sandbox file is always the one in that
  // directory.
  if (config.databaseUrl !== undefined && sandboxFile !== null && existsSync(sandboxFile)) return sandboxFile
  const own = join(config.dataDir, 'stripe-sandbox.sqlite')
  await db.updateTable('stripeEnvironment').set({ sandboxFile: own }).execute()
  return own
}

/** Throws `SettingsError` if the database belongs to another environment. Claims nothing for a new one. */
export async function refuseOtherEnvironment({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { environment } = config.payments
  const claimed = await db.selectFrom('stripeEnvironment').select('name').executeTakeFirst()
  if (claimed && claimed.name !== environment)
    throw new SettingsError(
      `The payments in this database were made with ${NAMES[claimed.name as keyof typeof NAMES]}, and these settings are for ${NAMES[environment]}. Use the keys it was made with, or a new database.`,
    )
}
