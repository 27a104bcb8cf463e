// The reason why a person canceled. It is stored with the subscription, and shown to its creator only together with
// others' answers.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/db/notify.ts'
import type { CancelReason } from '#shared/contracts/studio.ts'
import { Problem } from '#shared/problems.ts'
import { ownSubscription } from '../store.ts'

/**
 * A later answer replaces it. Throws `subscription_not_found`, and `not_canceled` if it renews or somebody else ended
 * it.
 */
export async function saveCancelReason(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  subscriberId: string,
  subscriptionId: string,
  { reason, text }: z.output<typeof CancelReason>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await ownSubscription(trx, subscriberId, subscriptionId)
    if (!row) throw new Problem('subscription_not_found')
    if (row.endsAt === null || row.endedBy !== 'subscriber') throw new Problem('not_canceled')
    const answer = { reason, text: text === '' ? null : text, answeredAt: clock.now() }
    await trx
      .insertInto('cancelReasons')
      .values({ subscriptionId, ...answer })
      .onConflict((conflict) => conflict.column('subscriptionId').doUpdateSet(answer))
      .execute()
    await notify(trx, [row.creatorId], 'revenue')
  })
}
