// Begins a subscription to a creator, or picks up the unfinished one; there is never a second (answers 4 and 10).
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { viewerContext, isVisible } from '#server/features/users/visibility.ts'
import { withTimeout, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { longUtcDate } from '#shared/rules/dates.ts'
import { nameOf } from '#shared/rules/people.ts'
import { beginPayment, type PaymentAttempt, type Needs } from './begin-payment.ts'
import { latestPlan, liveSubscription } from './store.ts'

/** Each try ends one row: one given up, one that ran out, one with stale terms. More than that is no coincidence. */
const TRIES = 4

export type Begun = { clientSecret: string; priceInCents: number; creatorName: string }

/**
 * Throws what `termsOfNew` throws, `already_subscribed`, `payment_due`, `payment_in_progress`, `payments_unavailable` and
 * `payments_slow`. The price, fee and payout account are the server's; nothing of them comes from the browser.
 */
export async function subscribe(deps: Needs, viewerId: string, creatorId: string): Promise<Begun> {
  return await withTimeout(
    () => begun(deps, viewerId, creatorId),
    (error) =>
      deps.log.error(
        { error: stripeErrorMessage(error), viewerId, creatorId },
        'a payment could not be begun',
      ),
  )
}

async function begun(deps: Needs, viewerId: string, creatorId: string): Promise<Begun> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const terms = await termsOfNew(deps, viewerId, creatorId)
    const attempt = await savePaymentAttempt(deps, viewerId, creatorId, terms)
    const clientSecret = attempt && (await beginPayment(deps, attempt))
    if (clientSecret)
      return { clientSecret, priceInCents: terms.priceInCents, creatorName: terms.creatorName }
  }
  throw new Problem('payments_unavailable', { retryAfterSeconds: 5 })
}

type Terms = {
  priceInCents: number
  stripePriceId: string
  stripeAccountId: string
  feePercent: number
  creatorName: string
}

/**
 * What a new subscriber agrees to now. Throws what `termsOf` throws, and `creator_ending` when the creator's own plan is
 * canceled: part of the month that is sold would have no creator.
 */
export async function termsOfNew(
  needs: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewerId: string,
  creatorId: string,
): Promise<Terms> {
  const terms = await termsOf(needs, viewerId, creatorId)
  const { endsAt } = (await latestPlan(needs.db, creatorId)) ?? { endsAt: null }
  if (endsAt === null) return terms
  const day = longUtcDate(endsAt)
  throw new Problem('creator_ending', {
    message: `${terms.creatorName} stops on ${day} and isn’t taking new subscribers.`,
  })
}

/**
 * What this creator's subscribers agree to now. Throws `self_subscription`, `creator_hidden`, `creator_not_available`, and
 * `creator_paused` while the creator can't be paid.
 */
export async function termsOf(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewerId: string,
  creatorId: string,
): Promise<Terms> {
  if (viewerId === creatorId) throw new Problem('self_subscription')
  const creator = await deps.db
    .selectFrom('users')
    .select([
      'username',
      'displayName',
      'isCreator',
      'stripeOnboardingCompleted',
      'payoutsEmailed',
      'stripeAccountId',
      'stripePriceId',
      'subscriptionPriceInCents',
    ])
    .where('id', '=', creatorId)
    .where(isVisible(viewerContext(deps, viewerId), 'users'))
    .executeTakeFirst()
  if (!creator) throw new Problem('creator_hidden')
  const { stripeAccountId, stripePriceId } = creator
  if (!creator.isCreator || !stripeAccountId || !stripePriceId) throw new Problem('creator_not_available')
  // Once payouts worked, they are only on hold.
  if (!creator.stripeOnboardingCompleted)
    throw new Problem(creator.payoutsEmailed === null ? 'creator_not_available' : 'creator_paused')
  return {
    priceInCents: creator.subscriptionPriceInCents,
    stripePriceId,
    stripeAccountId,
    feePercent: deps.config.platformFeePercent,
    creatorName: nameOf(creator),
  }
}

/** The row of this attempt: the unfinished one there is, or a new one. Null when another request was quicker. */
async function savePaymentAttempt(
  { db, clock }: Needs,
  subscriberId: string,
  creatorId: string,
  agreed: Terms,
): Promise<PaymentAttempt | null> {
  const { creatorName: _, ...terms } = agreed
  const now = clock.now()
  const id = clock.newId()
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      id,
      subscriberId,
      creatorId,
      ...terms,
      status: 'incomplete',
      checkedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subscriberId', 'creatorId'])
        .where(sql<boolean>`status in ('incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  const { stripePriceId, stripeAccountId, feePercent } = terms
  const made = { kind: 'subscription', payerId: subscriberId } as const
  if (inserted)
    return {
      ...made,
      id,
      stripeSubscriptionId: null,
      stripePriceId,
      share: { feePercent, stripeAccountId },
      isStale: false,
    }
  const live = await liveSubscription(db, subscriberId, creatorId)
  if (!live) return null
  if (live.status === 'active' || live.status === 'trialing') throw new Problem('already_subscribed')
  if (live.status !== 'incomplete') throw new Problem('payment_due')
  return {
    ...made,
    id: live.id,
    stripeSubscriptionId: live.stripeSubscriptionId,
    stripePriceId: live.stripePriceId ?? stripePriceId,
    share: { feePercent: live.feePercent, stripeAccountId: live.stripeAccountId ?? stripeAccountId },
    isStale:
      live.stripePriceId !== stripePriceId ||
      live.stripeAccountId !== stripeAccountId ||
      live.feePercent !== feePercent,
  }
}
