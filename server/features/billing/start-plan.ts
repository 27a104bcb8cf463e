// Begins the creator plan, or picks up the unfinished one; there is never a second.
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { createOnce, withTimeout, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { beginPayment, type PaymentAttempt, type Needs } from './begin-payment.ts'
import { isPaying } from './rules.ts'
import { latestPlan } from './store.ts'

const TRIES = 4
/** The price is found at Stripe under this name, which a new price takes over from an older one. */
const LOOKUP_KEY = 'creator_plan_monthly'

/**
 * Throws `already_a_creator`, `payment_due`, `payment_in_progress`, `payments_unavailable` and `payments_slow`.
 */
export async function startPlan(deps: Needs, userId: string): Promise<{ clientSecret: string }> {
  return await withTimeout(
    () => begun(deps, userId),
    (error) => deps.log.error({ error: stripeErrorMessage(error), userId }, 'a plan could not be begun'),
  )
}

async function begun(deps: Needs, userId: string): Promise<{ clientSecret: string }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await refuseSecondPlan(deps, userId)
    const attempt = await savePaymentAttempt(deps, userId)
    const clientSecret = attempt && (await beginPayment(deps, attempt))
    if (clientSecret) return { clientSecret }
  }
  throw new Problem('payments_unavailable', { retryAfterSeconds: 5 })
}

async function refuseSecondPlan({ db, clock, config }: Needs, userId: string): Promise<void> {
  const plan = await latestPlan(db, userId)
  if (!plan || plan.status === 'incomplete') return
  if (isPaying(plan, clock.now(), config.pastDueGraceDays)) throw new Problem('already_a_creator')
  if (['past_due', 'unpaid', 'paused'].includes(plan.status)) throw new Problem('payment_due')
}

/** The unfinished row there is, or a new one; null when another request was quicker. */
async function savePaymentAttempt(deps: Needs, userId: string): Promise<PaymentAttempt | null> {
  const { db, clock, stripe } = deps
  const now = clock.now()
  const id = clock.newId()
  const stripePriceId = await planPrice(stripe)
  const row = {
    id,
    userId,
    stripePriceId,
    priceInCents: CREATOR_PLAN_PRICE_IN_CENTS,
    status: 'incomplete',
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
    share: null,
    isStale: live.stripePriceId !== stripePriceId,
  }
}

/** Made at Stripe when the first plan is begun. */
async function planPrice(stripe: Stripe): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [LOOKUP_KEY], active: true, limit: 1 })
  if (data[0]?.unit_amount === CREATOR_PLAN_PRICE_IN_CENTS) return data[0].id
  const name = `plan-price:${CREATOR_PLAN_PRICE_IN_CENTS}:${data[0]?.id ?? 'first'}`
  const made = await createOnce(name, (options) =>
    stripe.prices.create(
      {
        currency: 'usd',
        unit_amount: CREATOR_PLAN_PRICE_IN_CENTS,
        recurring: { interval: 'month' },
        product_data: { name: `${PRODUCT_NAME} Creator Mode` },
        lookup_key: LOOKUP_KEY,
        transfer_lookup_key: true,
      },
      options,
    ),
  )
  return made.id
}
