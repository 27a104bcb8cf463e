// Keeps the objects of the sandbox, of Stripe's test mode and of its live mode apart: a database belongs to one of them.
import type { Deps } from '#server/deps.ts'
import { BadSettings } from '#server/config.ts'

const NAMES = { sandbox: 'the payment sandbox', test: "Stripe's test mode", live: "Stripe's live mode" }

/** Throws `BadSettings` when this database was used with another one. */
export async function claimStripeEnvironment({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const { environment } = config.payments
  await db
    .insertInto('stripeEnvironment')
    .values({ name: environment, eventsReadTo: clock.now() })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute()
  const { name } = await db.selectFrom('stripeEnvironment').select('name').executeTakeFirstOrThrow()
  if (name === environment) return
  throw new BadSettings(
    `The payments in this database were made with ${NAMES[name as keyof typeof NAMES]}, and these settings are for ${NAMES[environment]}. Use the keys it was made with, or a new database.`,
  )
}
