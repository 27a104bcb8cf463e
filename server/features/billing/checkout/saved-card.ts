// The customer's default card: what the page shows of it, and the session that lets the card form offer it again.
import type { z } from 'zod'
import { stripeErrorKind, stripeErrorMessage, withTimeout } from '#server/adapters/stripe.ts'
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { BACK_FROM_BILLING } from '#shared/contracts/billing.ts'
import { type SavedCard, savedCard } from '#shared/contracts/saved-card.ts'
import { forgetDeletedCustomer } from '../customer.ts'
import { isDeletedCustomer } from '../rules.ts'
import { addressRoutes } from '../tax/billing-address.ts'
import { openPortal } from './portal.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log'>

export function savedCardRoutes(serve: Serve, deps: Deps, publicUrl: () => string): void {
  addressRoutes(serve, deps)
  const failed = (error: unknown) =>
    deps.log.warn(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to read the saved card',
    )
  serve(savedCard.card, ({ viewer }) => withTimeout(readCard(deps, viewer.id), failed))
  serve(savedCard.session, async ({ viewer }) => ({
    clientSecret: await withTimeout(openCardSession(deps, viewer.id), failed),
  }))
  serve(savedCard.change, async ({ viewer }) => {
    const back = `${publicUrl()}/settings/billing?${BACK_FROM_BILLING}`
    return { url: await openPortal(deps, viewer.id, back, { isForCard: true }) }
  })
}

const customerIdOf = async ({ db }: Pick<Needs, 'db'>, userId: string): Promise<string | null> =>
  (await db.selectFrom('users').select('stripeCustomerId').where('id', '=', userId).executeTakeFirstOrThrow())
    .stripeCustomerId

/** The customer's default card. Throws errors of the SDK. */
async function readCard(deps: Needs, userId: string): Promise<z.input<typeof SavedCard> | null> {
  const id = await customerIdOf(deps, userId)
  if (id === null) return null
  const customer = await deps.stripe.customers.retrieve(id, {
    expand: ['invoice_settings.default_payment_method'],
  })
  const method = isDeletedCustomer(customer) ? null : customer.invoice_settings.default_payment_method
  if (!method || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { brand, last4, expMonth, expYear }
}

/**
 * The card form shows every card that was saved by paying here; the customer's default comes first. Cards are only
 * added and removed in Settings, because a removed card no longer pays for anything. Throws errors of the SDK. Source:
 * https://docs.stripe.com/payments/save-customer-payment-methods
 */
async function openCardSession(deps: Needs, userId: string): Promise<string | null> {
  const customer = await customerIdOf(deps, userId)
  if (customer === null) return null
  try {
    const session = await deps.stripe.customerSessions.create({
      customer,
      components: {
        payment_element: {
          enabled: true,
          features: {
            payment_method_redisplay: 'enabled',
            // A card of a subscription is saved without the checkbox, so its value is "limited".
            payment_method_allow_redisplay_filters: ['always', 'limited', 'unspecified'],
            payment_method_redisplay_limit: 1,
            payment_method_save: 'disabled',
            payment_method_remove: 'disabled',
          },
        },
      },
    })
    return session.client_secret
  } catch (error) {
    if (stripeErrorKind(error) !== 'missing' && stripeErrorKind(error) !== 'refused') throw error
    // The customer was deleted at Stripe; the next payment creates another one.
    await forgetDeletedCustomer(deps, customer)
    return null
  }
}
