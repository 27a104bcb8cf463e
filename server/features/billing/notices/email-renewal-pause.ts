// Emails a subscriber that renewals are paused because the creator can't be paid, is silent or is leaving, or that they
// resume.
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { deletionDate } from '#shared/rules/deletion.ts'
import { isSilent, mayNotSell } from '../store.ts'

/** Queues one email per pause and one per resumption, even if the job runs again. */
export async function emailRenewalPause(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  subscriptionId: string,
): Promise<void> {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as subscriber', 'subscriber.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select([
      'subscriber.email',
      'creator.username',
      's.pausedFrom',
      's.priceInCents',
      's.taxInCents',
      's.pauseEmailedAt',
    ])
    .select(['s.status', 's.currentPeriodEnd', 's.endsAt', 'creator.deletionRequestedAt'])
    .select('creator.stripeOnboardingCompleted as isPayable')
    .select((eb) => mayNotSell(eb.ref('creator.id'), clock.now()).as('isByUs'))
    .select((eb) => isSilent(eb.ref('creator.id')).as('isSilent'))
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row || (row.pausedFrom === null) === (row.pauseEmailedAt === null)) return
  const now = clock.now()
  const { email: to, username: creator, pausedFrom } = row
  // The amount charged for each renewal.
  const priceInCents = row.priceInCents + (row.taxInCents ?? 0)
  // Nothing changes for a subscription that doesn't renew anyway.
  const isRenewed = row.endsAt === null && ['active', 'trialing', 'past_due'].includes(row.status)
  await db.transaction().execute(async (trx) => {
    const marked = await trx
      .updateTable('subscriptions')
      .set({ pauseEmailedAt: pausedFrom === null ? null : now })
      .where('id', '=', subscriptionId)
      .where('pauseEmailedAt', row.pauseEmailedAt === null ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow()
    if (marked.numUpdatedRows === 0n || !isRenewed) return
    if (pausedFrom === null) {
      const renewsAt = row.currentPeriodEnd?.toISOString() ?? null
      await queueEmail(trx, clock, { name: 'renewalsResumed', to, data: { creator, priceInCents, renewsAt } })
    } else {
      const paidUntil = pausedFrom > now ? pausedFrom.toISOString() : null
      if (row.deletionRequestedAt === null)
        await queueEmail(trx, clock, {
          name: 'renewalsPaused',
          to,
          data: {
            creator,
            priceInCents,
            paidUntil,
            isByUs: row.isByUs,
            isSilent: row.isSilent && row.isPayable,
          },
        })
      else {
        const deletedAt = deletionDate(row.deletionRequestedAt).toISOString()
        await queueEmail(trx, clock, { name: 'creatorLeaving', to, data: { creator, deletedAt } })
      }
    }
  })
}
