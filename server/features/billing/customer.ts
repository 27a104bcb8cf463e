// A person's customer at Stripe: one for each person, created when it is first needed.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { createOnce } from '#server/adapters/stripe.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { isDeletedCustomer } from './rules.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'clock'>

/**
 * The person's customer id. Two requests at once get the same customer, because the idempotency key names the person
 * and the number of their customer.
 */
export async function customerOf(deps: Needs, userId: string): Promise<string> {
  const { db, stripe, clock } = deps
  const user = await db
    .selectFrom('users')
    .select(['email', 'stripeCustomerId', 'customerNumber'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.stripeCustomerId !== null) return user.stripeCustomerId
  const customer = await createOnce(`customer:${userId}:${user.customerNumber}`, (options) =>
    stripe.customers.create({ email: user.email, metadata: { user_id: userId } }, options),
  )
  await db.transaction().execute(async (trx) => {
    const saved = await trx
      .updateTable('users')
      .set({ stripeCustomerId: customer.id, updatedAt: clock.now() })
      .where('id', '=', userId)
      .where('stripeCustomerId', 'is', null)
      .where('customerNumber', '=', user.customerNumber)
      .returning('email')
      .executeTakeFirst()
    // The email changed while Stripe created the customer with the old one.
    if (saved && saved.email !== user.email) await enqueue(trx, 'sync_stripe_email', { userId })
  })
  // Another request may have stored its customer first.
  return await customerOf(deps, userId)
}

/** Lets a person get a new customer if theirs was deleted at Stripe. */
export async function forgetDeletedCustomer({ db, stripe, clock }: Needs, customerId: string): Promise<void> {
  const customer: Stripe.Customer | Stripe.DeletedCustomer = await stripe.customers.retrieve(customerId)
  if (!isDeletedCustomer(customer)) return
  await db
    .updateTable('users')
    .set((eb) => ({
      stripeCustomerId: null,
      customerNumber: eb('customerNumber', '+', 1),
      updatedAt: clock.now(),
    }))
    .where('stripeCustomerId', '=', customerId)
    .execute()
}
