// Replaces the stored activities of one connected account, inside the caller's transaction.
import type { Deps } from '#server/deps.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import type { Balance } from '#engine/portfolio/activity.ts'
import type { LinkedAccount } from '#server/adapters/broker/provider.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { activitiesOf, storeActivities } from '../activities.ts'
import { reconcileAccount } from '#engine/portfolio/reconciliation/reconcile-account.ts'
import type { ConnectionRow } from './store.ts'

export async function saveAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id: connectionId, userId, isSample, provider, broker }: ConnectionRow,
  { externalId, label, currency, isPaper }: LinkedAccount,
  reported: Activity[],
  balance: Balance,
): Promise<void> {
  const now = clock.now()
  const account = await db
    .insertInto('portfolioAccounts')
    .values({
      id: clock.newId(),
      userId,
      connectionId,
      externalId,
      source: isSample ? 'sample' : provider,
      broker,
      label,
      currency,
      isPaper,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'externalId']).doUpdateSet({ label, isPaper, updatedAt: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const kept = (await activitiesOf(db, [account])).get(account.id) ?? []
  const record = reconcileAccount(kept, reported, balance, utcDay(now))
  await db.deleteFrom('portfolioActivities').where('accountId', '=', account.id).execute()
  await storeActivities(db, account.id, record)
}
