// Subscribes a person to a creator, or picks up their unfinished payment: never two at once (spec answers 4 and 10).
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { viewerContext, isVisible } from '#server/features/users/visibility.ts'
import { Problem } from '#shared/problems.ts'
import { longUtcDate } from '#shared/rules/dates.ts'
import { nameOf } from '#shared/rules/people.ts'
import { type BillingDeps, latestPlan, isSilent, liveSubscription, mayNotSell } from '../store.ts'
import { taxOf } from '../tax/tax-quote.ts'
import { clientSecretOf, type PaymentAttempt, TRIES, withinTimeout } from './begin-payment.ts'

export type SubscriptionPayment = {
  clientSecret: string
  priceInCents: number
  /** On top of the price; missing while `STRIPE_TAX` is off. */
  taxInCents?: number
  creatorName: string
}

/**
 * Throws what `termsOfNew`, `taxOf`, `clientSecretOf` and `withinTimeout` throw, `already_subscribed` and
 * `payment_due`. Price, fee and payout account come from the database, never from the browser.
 */
export async function subscribe(
  deps: BillingDeps,
  viewerId: string,
  creatorId: string,
): Promise<SubscriptionPayment> {
  const payment = begin(deps, viewerId, creatorId)
  return await withinTimeout(payment, deps.log, { viewerId, creatorId })
}

/** Stores the row first, then calls Stripe with the row's id as the idempotency key, then returns the secret. */
async function begin(deps: BillingDeps, viewerId: string, creatorId: string): Promise<SubscriptionPayment> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const terms = await termsOfNew(deps, viewerId, creatorId)
    const taxInCents = await taxOf(deps, { ...terms, payerId: viewerId })
    const attempt = await saveAttempt(deps, viewerId, creatorId, { ...terms, taxInCents })
    const clientSecret = attempt && (await clientSecretOf(deps, attempt))
    const { priceInCents, creatorName } = terms
    if (clientSecret)
      return { clientSecret, priceInCents, ...(taxInCents !== null && { taxInCents }), creatorName }
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
 * The terms for a new subscriber. Throws what `termsOf` throws, and `creator_ending` once the creator's plan is
 * canceled, because the creator would leave before the end of the month sold now.
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
 * A creator's current terms. Throws `self_subscription`, `creator_hidden`, `creator_not_available`, and
 * `creator_paused` while Stripe can't pay the creator, the creator is silent, or a moderator's decision forbids
 * selling.
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
    .select((eb) => mayNotSell(eb.ref('users.id'), deps.clock.now()).as('mayNotSell'))
    .select((eb) => isSilent(eb.ref('users.id')).as('isSilent'))
    .where('id', '=', creatorId)
    .where(isVisible(viewerContext(deps, viewerId), 'users'))
    .executeTakeFirst()
  if (!creator) throw new Problem('creator_hidden')
  const { stripeAccountId, stripePriceId } = creator
  if (!creator.isCreator || !stripeAccountId || !stripePriceId) throw new Problem('creator_not_available')
  if (creator.mayNotSell)
    throw new Problem('creator_paused', { message: 'This creator can’t take new subscriptions right now.' })
  if (creator.isSilent)
    throw new Problem('creator_paused', {
      message:
        'This creator hasn’t posted a premium signal for a long time. You can subscribe after the next one.',
    })
  // Payouts that worked before are only on hold.
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

/** The pair's unfinished row, or a new one. Null when another request changed it in the meantime. */
async function saveAttempt(
  { db, clock }: BillingDeps,
  subscriberId: string,
  creatorId: string,
  terms: Terms & { taxInCents: number | null },
): Promise<PaymentAttempt | null> {
  const { creatorName: _, ...columns } = terms
  const now = clock.now()
  const id = clock.newId()
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      id,
      subscriberId,
      creatorId,
      ...columns,
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
  const { priceInCents, taxInCents, stripePriceId, stripeAccountId, feePercent } = terms
  const common = { kind: 'subscription', payerId: subscriberId, priceInCents } as const
  if (inserted)
    return {
      ...common,
      id,
      stripeSubscriptionId: null,
      stripePriceId,
      taxInCents,
      share: { feePercent, stripeAccountId },
      isStale: false,
    }
  const live = await liveSubscription(db, subscriberId, creatorId)
  if (!live) return null
  if (live.status === 'active' || live.status === 'trialing') throw new Problem('already_subscribed')
  if (live.status !== 'incomplete') throw new Problem('payment_due')
  return {
    ...common,
    id: live.id,
    stripeSubscriptionId: live.stripeSubscriptionId,
    stripePriceId: live.stripePriceId ?? stripePriceId,
    priceInCents: live.priceInCents,
    taxInCents: live.taxInCents,
    share: { feePercent: live.feePercent, stripeAccountId: live.stripeAccountId ?? stripeAccountId },
    isStale:
      live.stripePriceId !== stripePriceId ||
      live.stripeAccountId !== stripeAccountId ||
      live.feePercent !== feePercent ||
      live.taxInCents !== taxInCents,
  }
}
