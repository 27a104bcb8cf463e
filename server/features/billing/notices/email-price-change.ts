// Job: emails subscribers that a creator changed the price, which doesn't change theirs (spec answer 9).
import type { Deps } from '#server/deps.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { emailOnce, wantsEmail } from './email-once.ts'

type Change = {
  creatorId: string
  /** US cents. */
  newInCents: number
  stripePriceId: string
}

/** Queues one email for each subscriber and price, for those who want it. */
export async function emailPriceChange(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { creatorId, newInCents, stripePriceId }: Change,
): Promise<void> {
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['s.subscriberId', 's.priceInCents', 's.taxInCents', 'creator.username'])
    .where('s.creatorId', '=', creatorId)
    .where('s.endsAt', 'is', null)
    .where(givesAccess('s', { now: clock.now(), graceDays: config.pastDueGraceDays }))
    .execute()
  for (const { subscriberId: userId, priceInCents: yoursInCents, taxInCents, username } of rows)
    await db.transaction().execute(async (trx) => {
      if (!(await wantsEmail(trx, userId, 'price'))) return
      await emailOnce(trx, clock, {
        userId,
        name: 'priceChanged',
        cause: stripePriceId,
        data: {
          personId: userId,
          creator: username,
          yoursInCents,
          newInCents,
          ...(taxInCents !== null && { isTaxed: true }),
        },
      })
    })
}
