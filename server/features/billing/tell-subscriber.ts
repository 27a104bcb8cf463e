// Tells a subscriber by e-mail that their subscription ends because the creator stopped offering it (answer 8).
import type { Deps } from '#server/deps.ts'
import { PRODUCT_NAME } from '#shared/product.ts'

export async function tellSubscriber({ db, mail }: Pick<Deps, 'db' | 'mail'>, subscriptionId: string) {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as subscriber', 'subscriber.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['subscriber.email', 'creator.username', 's.endsAt', 's.endedBy'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (row?.endedBy !== 'creator' || row.endsAt === null) return
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(row.endsAt)
  await mail.send({
    to: row.email,
    subject: `Your subscription to ${row.username} ends on ${until}`,
    text: `${row.username} no longer offers subscriptions on ${PRODUCT_NAME}.\n\nYou will not be charged again. Until ${until} you can read everything you paid for.\n`,
  })
}
