// Sets the monthly price for new subscribers. Each change creates a price at Stripe, so others keep theirs
// (spec answer 9).
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { createOnce, withTimeout, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'log' | 'config'> & AuditDeps
/**
 * If two changes are concurrent, the later one restarts from the result of the earlier one, at most this many times.
 */
const ROUNDS = 5

/** `priceInCents` from 500 to 10000, as the contract checks. Throws `creators_only` and `payments_unavailable`. */
export async function setPrice(
  deps: Needs,
  userId: string,
  priceInCents: number,
): Promise<{ priceInCents: number }> {
  await withTimeout(changeUntilStored(deps, userId, priceInCents), (error) =>
    deps.log.error(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to set a price',
    ),
  )
  return { priceInCents }
}

async function changeUntilStored(deps: Needs, userId: string, priceInCents: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (await changePrice(deps, userId, priceInCents)) return
  throw new Problem('unavailable', { retryAfterSeconds: 1 })
}

/**
 * False if another change was stored in the meantime. Idempotency keys name the previous state, so nothing is
 * created twice.
 */
async function changePrice(deps: Needs, userId: string, cents: number): Promise<boolean> {
  const { db, clock, stripe, log } = deps
  const user = await db
    .selectFrom('users')
    .select(['isCreator', 'username', 'stripeProductId', 'stripePriceId', 'subscriptionPriceInCents'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!user.isCreator) throw new Problem('creators_only')
  const { stripePriceId: oldPrice } = user
  if (oldPrice !== null && user.subscriptionPriceInCents === cents) return true
  const product =
    user.stripeProductId ??
    (
      await createOnce(`product:${userId}:${user.username}`, (options) =>
        stripe.products.create(
          { name: `Subscription to ${user.username}`, metadata: { user_id: userId } },
          options,
        ),
      )
    ).id
  const price = await createOnce(`price:${product}:${oldPrice ?? 'first'}:${cents}`, (options) =>
    stripe.prices.create(
      { product, currency: 'usd', unit_amount: cents, recurring: { interval: 'month' } },
      options,
    ),
  )
  await stripe.products.update(product, { default_price: price.id })
  const isSaved = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({
        stripeProductId: product,
        stripePriceId: price.id,
        subscriptionPriceInCents: cents,
        updatedAt: clock.now(),
      })
      .where('id', '=', userId)
      .where('stripePriceId', oldPrice === null ? 'is' : '=', oldPrice)
      .executeTakeFirstOrThrow()
    await notify(trx, [userId], 'account')
    if (numUpdatedRows === 0n) return false
    await recordEvent(trx, deps, { event: 'price.changed', userId, target: price.id })
    if (oldPrice !== null) {
      const subscribers = await trx
        .selectFrom('subscriptions as s')
        .select('s.subscriberId')
        .distinct()
        .where('s.creatorId', '=', userId)
        .where(givesAccess('s', { now: clock.now(), graceDays: deps.config.pastDueGraceDays }))
        .execute()
      await addAlerts(trx, clock, {
        kind: 'price',
        personIds: subscribers.map(({ subscriberId }) => subscriberId),
        cause: price.id,
        actorId: userId,
        facts: { priceInCents: user.subscriptionPriceInCents, newPriceInCents: cents },
      })
      await enqueue(trx, 'email_price_change', {
        creatorId: userId,
        newInCents: cents,
        stripePriceId: price.id,
      })
    }
    return true
  })
  // Only tidying up: an old price that stays active is never offered.
  if (isSaved && oldPrice !== null)
    await stripe.prices.update(oldPrice, { active: false }).catch((error: unknown) => {
      if (stripeErrorKind(error) === null) throw error
      log.warn(
        { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
        'failed to archive an old price',
      )
    })
  return isSaved
}
