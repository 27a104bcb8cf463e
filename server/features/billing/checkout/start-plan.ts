// Starts the creator plan, or picks up its unfinished payment: never two at once.
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { createOnce } from '#server/adapters/stripe.ts'
import { refuseOutsideCountry } from '#server/features/creators/rules.ts'
import { looksLikeCreator, refusePictureOfSimilarCreator } from '#server/features/users/store.ts'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { isPaying } from '../rules.ts'
import { type BillingDeps, latestPlan } from '../store.ts'
import { taxOf } from '../tax/tax-quote.ts'
import { clientSecretOf, type PaymentAttempt, TRIES, withinTimeout } from './begin-payment.ts'

/** Finds the price at Stripe. A new price takes the key over from the old one. */
export const PLAN_LOOKUP_KEY = 'creator_plan_monthly'
export const PLAN_PRICE = {
  currency: 'usd',
  unit_amount: CREATOR_PLAN_PRICE_IN_CENTS,
  recurring: { interval: 'month' },
  product_data: { name: `${PRODUCT_NAME} Creator Mode` },
  lookup_key: PLAN_LOOKUP_KEY,
  transfer_lookup_key: true,
} satisfies Stripe.PriceCreateParams

/** The idempotency key for creating the price that follows the one with this id. */
export const planPriceKey = (previousId: string | undefined): string =>
  `plan-price:${CREATOR_PLAN_PRICE_IN_CENTS}:${previousId ?? 'first'}`

/** `taxInCents` is on top of the price; missing while `STRIPE_TAX` is off. */
type PlanPayment = { clientSecret: string; taxInCents?: number }

/**
 * Throws what `taxOf`, `clientSecretOf` and `withinTimeout` throw, `already_a_creator` and `payment_due`; unless a
 * payment has begun before, also `own_username_like_creator`, `own_display_name_like_creator` and
 * `picture_like_creator`.
 */
export async function startPlan(deps: BillingDeps, userId: string): Promise<PlanPayment> {
  const payment = begin(deps, userId)
  return await withinTimeout(payment, deps.log, { userId })
}

/** Stores the row first, then calls Stripe with the row's id as the idempotency key, then returns the secret. */
async function begin(deps: BillingDeps, userId: string): Promise<PlanPayment> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const plan = await latestPlan(deps.db, userId)
    if (plan?.status !== 'incomplete') {
      refuseSecondPlan(deps, plan)
      await refuseOutsider(deps, userId)
      await refuseLookalike(deps, userId)
    }
    const attempt = await saveAttempt(deps, userId)
    const clientSecret = attempt && (await clientSecretOf(deps, attempt))
    if (clientSecret)
      return { clientSecret, ...(attempt.taxInCents !== null && { taxInCents: attempt.taxInCents }) }
  }
  throw new Problem('payments_unavailable', { retryAfterSeconds: 5 })
}

type Plan = Awaited<ReturnType<typeof latestPlan>>

function refuseSecondPlan({ clock, config }: BillingDeps, plan: Plan): void {
  if (!plan) return
  if (isPaying(plan, clock.now(), config.pastDueGraceDays)) throw new Problem('already_a_creator')
  if (['past_due', 'unpaid', 'paused'].includes(plan.status)) throw new Problem('payment_due')
}

/** Refuses people who couldn't sell before they pay. */
async function refuseOutsider({ db, config }: BillingDeps, userId: string): Promise<void> {
  if (config.sellIn === null) return
  const { payoutCountry } = await db
    .selectFrom('users')
    .select('payoutCountry')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  refuseOutsideCountry(config.sellIn, payoutCountry)
}

/** Nobody may become a creator with a name or picture that could be mistaken for another creator's. */
async function refuseLookalike(deps: BillingDeps, userId: string): Promise<void> {
  const { username, displayName } = await deps.db
    .selectFrom('users')
    .select(['username', 'displayName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (await looksLikeCreator(deps, userId, username)) throw new Problem('own_username_like_creator')
  if (displayName !== null && (await looksLikeCreator(deps, userId, displayName)))
    throw new Problem('own_display_name_like_creator')
  await refusePictureOfSimilarCreator(deps, deps.db, userId)
}

/** The person's unfinished row, or a new one. Null when another request changed it in the meantime. */
async function saveAttempt(deps: BillingDeps, userId: string): Promise<PaymentAttempt | null> {
  const { db, clock, stripe } = deps
  const now = clock.now()
  const id = clock.newId()
  const stripePriceId = await planPrice(stripe)
  const priceInCents = CREATOR_PLAN_PRICE_IN_CENTS
  const taxInCents = await taxOf(deps, { payerId: userId, stripePriceId, priceInCents })
  const row = {
    id,
    userId,
    stripePriceId,
    priceInCents,
    taxInCents,
    status: 'incomplete' as const,
    checkedAt: now,
    createdAt: now,
    updatedAt: now,
  }
  await db
    .insertInto('creatorPlans')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .where(sql<boolean>`status in ('incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused')`)
        .doNothing(),
    )
    .execute()
  const live = await latestPlan(db, userId)
  if (live?.status !== 'incomplete') return null
  return {
    kind: 'plan',
    id: live.id,
    payerId: userId,
    stripeSubscriptionId: live.stripeSubscriptionId,
    stripePriceId: live.stripePriceId,
    priceInCents: live.priceInCents,
    taxInCents: live.taxInCents,
    share: null,
    isStale: live.stripePriceId !== stripePriceId || live.taxInCents !== taxInCents,
  }
}

/** The id of the plan's price, which is created at Stripe with the first plan. */
async function planPrice(stripe: Stripe): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [PLAN_LOOKUP_KEY], active: true, limit: 1 })
  if (data[0]?.unit_amount === CREATOR_PLAN_PRICE_IN_CENTS) return data[0].id
  const price = await createOnce(planPriceKey(data[0]?.id), (options) =>
    stripe.prices.create(PLAN_PRICE, options),
  )
  return price.id
}
