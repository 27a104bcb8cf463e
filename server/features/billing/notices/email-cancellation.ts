// Emails a subscriber that their subscription ends because the creator stopped offering it (spec answer 8).
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'

/** Queues one email per cancellation, even if the job runs again. */
export async function emailCancellation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  subscriptionId: string,
): Promise<void> {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as subscriber', 'subscriber.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['subscriber.email', 'creator.username', 's.endsAt', 's.endedBy'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (row?.endedBy !== 'creator' || row.endsAt === null) return
  const { email: to, username: creator, endsAt } = row
  const now = clock.now()
  const data = { creator, endsAt: endsAt.toISOString(), hasAccess: endsAt > now }
  await db.transaction().execute(async (trx) => {
    const marked = await trx
      .updateTable('subscriptions')
      .set({ endEmailedAt: now })
      .where('id', '=', subscriptionId)
      .where('endEmailedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (marked.numUpdatedRows > 0n) await queueEmail(trx, clock, { name: 'subscriptionEnds', to, data })
  })
}
