// Emails a subscriber that renewals are paused because the creator can't be paid, or that they resume.
import type { Deps } from '#server/deps.ts'
import { sendOnce } from '#server/adapters/mail.ts'
import { price } from '#shared/rules/money.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { longUtcDate } from '#shared/rules/dates.ts'

/** Sends one email per pause and one per resumption (`sendOnce`). Throws errors of the mail server, and the job is retried. */
export async function emailRenewalPause(
  { db, clock, mail }: Pick<Deps, 'db' | 'clock' | 'mail'>,
  subscriptionId: string,
): Promise<void> {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as subscriber', 'subscriber.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['subscriber.email', 'creator.username', 's.pausedFrom', 's.priceInCents', 's.pauseEmailedAt'])
    .select(['s.status', 's.currentPeriodEnd', 's.endsAt'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row || (row.pausedFrom === null) === (row.pauseEmailedAt === null)) return
  const now = clock.now()
  const set = (pauseEmailedAt: Date | null) =>
    db.updateTable('subscriptions').set({ pauseEmailedAt }).where('id', '=', subscriptionId)
  const mark = async () =>
    (
      await set(row.pausedFrom === null ? null : now)
        .where('pauseEmailedAt', row.pauseEmailedAt === null ? 'is' : 'is not', null)
        .executeTakeFirstOrThrow()
    ).numUpdatedRows > 0n
  // Nothing changes for a subscription that doesn't renew anyway.
  const isRenewed = row.endsAt === null && ['active', 'trialing', 'past_due'].includes(row.status)
  if (!isRenewed) return void (await mark())
  const email = { to: row.email, ...(row.pausedFrom === null ? resumed(row) : paused(row, now)) }
  await sendOnce(mail, email, { mark, unmark: () => set(row.pauseEmailedAt).execute() })
}

type Row = { username: string; pausedFrom: Date | null; priceInCents: number; currentPeriodEnd: Date | null }

function paused({ username, pausedFrom, priceInCents }: Row, now: Date) {
  const access =
    pausedFrom && pausedFrom > now
      ? `You’ve paid until ${longUtcDate(pausedFrom)}, so you can read everything until then.`
      : 'You can’t read premium signals until then.'
  return {
    subject: `Your subscription to ${username} is paused`,
    text: `${username} can’t be paid right now: our payment provider is waiting for details of their payout account.\n\nYou won’t be charged while your subscription is paused. ${access} It resumes automatically when ${username} can be paid again. If that’s after your paid period, a new month starts that day and we’ll charge you ${price(priceInCents)}. You can cancel at any time under Subscriptions on ${PRODUCT_NAME}.\n`,
  }
}

function resumed({ username, priceInCents, currentPeriodEnd }: Row) {
  const next = currentPeriodEnd ? ` Your next renewal is on ${longUtcDate(currentPeriodEnd)}.` : ''
  return {
    subject: `Your subscription to ${username} goes on`,
    text: `${username} can be paid again, so your subscription at ${price(priceInCents)} a month goes on.${next} You can cancel at any time under Subscriptions on ${PRODUCT_NAME}.\n`,
  }
}
