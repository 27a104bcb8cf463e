// The viewer as a customer of Stripe: one for each person, made when it is first needed.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { createOnce } from '#server/adapters/stripe.ts'
import { isDeletedCustomer } from './rules.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'clock'>

/**
 * The person's customer id. Two at once get the same one: the call is named after the person and the number of their
 * customer, and Stripe answers the same call the same way.
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
  await db
    .updateTable('users')
    .set({ stripeCustomerId: customer.id, updatedAt: clock.now() })
    .where('id', '=', userId)
    .where('stripeCustomerId', 'is', null)
    .where('customerNumber', '=', user.customerNumber)
    .execute()
  // Not this one, should another request have been quicker.
  return await customerOf(deps, userId)
}

/** Asks Stripe whether a customer was deleted over there, and if so lets the person have another one. */
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
