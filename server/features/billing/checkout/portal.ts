// Opens Stripe's billing portal, where a customer manages cards, invoices and open payments.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import {
  createOnce,
  withTimeout,
  stripeErrorKind,
  stripeErrorParam,
  stripeErrorMessage,
} from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { forgetDeletedCustomer } from '../customer.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'log' | 'clock'>

/** Identifies our portal configuration at Stripe; a new number creates a new one. */
const VERSION = '1'

/**
 * The address of a short-lived page for this person's own customer, which links back to `returnUrl`. With `isForCard`
 * it only asks for a new card, makes it the customer's default, and returns automatically
 * (https://docs.stripe.com/customer-management/portal-deep-links). Throws `nothing_to_manage` and
 * `payments_unavailable`.
 */
export async function openPortal(
  deps: Needs,
  userId: string,
  returnUrl: string,
  { isForCard = false } = {},
): Promise<string> {
  const { stripeCustomerId } = await deps.db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (stripeCustomerId === null) throw new Problem('nothing_to_manage')
  return await withTimeout(openSession(deps, stripeCustomerId, returnUrl, isForCard), (error) =>
    deps.log.error(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to open the billing portal',
    ),
  )
}

async function openSession(
  deps: Needs,
  customer: string,
  returnUrl: string,
  isForCard: boolean,
): Promise<string> {
  const { stripe } = deps
  const configuration = await configurationOf(stripe)
  try {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: returnUrl,
      ...(isForCard && {
        flow_data: {
          type: 'payment_method_update',
          after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
        },
      }),
    })
    return session.url
  } catch (error) {
    if (stripeErrorKind(error) !== 'missing' || stripeErrorParam(error) !== 'customer') throw error
    await forgetDeletedCustomer(deps, customer)
    throw new Problem('nothing_to_manage')
  }
}

/**
 * `subscription_update` is off: a customer could switch to another creator's price in the portal, and the money would
 * still go to the first creator's account.
 */
export const PORTAL = {
  business_profile: { headline: 'Your subscriptions' },
  features: {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: false },
  },
  metadata: { signalpost: VERSION },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams

/** Our active portal configurations at Stripe: one, unless somebody created more. */
export async function portalConfigurations(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration[]> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  return data.filter(({ metadata }) => metadata?.['signalpost'] === VERSION)
}

async function configurationOf(stripe: Stripe): Promise<string> {
  const [ours] = await portalConfigurations(stripe)
  if (ours) return ours.id
  const created = await createOnce(`portal:${VERSION}`, (options) =>
    stripe.billingPortal.configurations.create(PORTAL, options),
  )
  return created.id
}
