// Emails a subscriber that their subscription ends because the creator stopped offering it (spec answer 8).
import type { Deps } from '#server/deps.ts'
import { sendOnce } from '#server/adapters/mail.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { longUtcDate } from '#shared/rules/dates.ts'

/** Sends one email per cancellation (`sendOnce`). Throws errors of the mail server, and the job is retried. */
export async function emailCancellation(
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
  const until = longUtcDate(row.endsAt)
  const access = row.endsAt > clock.now() ? ` Until ${until} you can read everything you paid for.` : ''
  const email = {
    to: row.email,
    subject: `Your subscription to ${row.username} ends on ${until}`,
    text: `${row.username} no longer offers subscriptions on ${PRODUCT_NAME}.\n\nYou won’t be charged again.${access}\n`,
  }
  const set = (endEmailedAt: Date | null) =>
    db.updateTable('subscriptions').set({ endEmailedAt }).where('id', '=', subscriptionId)
  await sendOnce(mail, email, {
    mark: async () =>
      (await set(clock.now()).where('endEmailedAt', 'is', null).executeTakeFirstOrThrow()).numUpdatedRows >
      0n,
    unmark: () => set(null).execute(),
  })
}
