// Tells a subscriber by e-mail that their subscription ends because the creator stopped offering it (answer 8).
import type { Deps } from '#server/deps.ts'
import { PRODUCT_NAME } from '#shared/product.ts'

/**
 * The mark is written before the letter is sent, so that two jobs at once send one, and taken back when it can't be handed
 * over: the job then throws and is tried again. Whoever is killed between the two leaves one person untold, who sees the
 * end among their subscriptions all the same; marked afterwards, the letter would go out twice.
 */
export async function tellSubscriber(
  { db, clock, mail }: Pick<Deps, 'db' | 'clock' | 'mail'>,
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
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ toldAt: clock.now() })
    .where('id', '=', subscriptionId)
    .where('toldAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(row.endsAt)
  const letter = {
    to: row.email,
    subject: `Your subscription to ${row.username} ends on ${until}`,
    text: `${row.username} no longer offers subscriptions on ${PRODUCT_NAME}.\n\nYou won’t be charged again. You can read everything you paid for until ${until}.\n`,
  }
  try {
    await mail.send(letter)
  } catch (error) {
    await db.updateTable('subscriptions').set({ toldAt: null }).where('id', '=', subscriptionId).execute()
    throw error
  }
}
