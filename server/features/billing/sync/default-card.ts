// Keeps subscriptions on the card that their payer chose last.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { idOf, LIVE } from '../rules.ts'
import { TABLES } from '../store.ts'

type Needs = Pick<Deps, 'stripe' | 'log'>

/** Metadata of a subscription: the customer's default card as of the last check. */
const KNOWN_DEFAULT = 'customer_default_card'
/** `applyDefaultCard` needs these expanded. */
export const CARD_EXPAND = ['customer', 'default_payment_method'] as const
/** Before its first payment a subscription has no card. */
const CHARGED = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/**
 * A card replaced in the billing portal becomes the customer's default, but Stripe charges a subscription's own default
 * first, which is the card of its first payment. So a new customer default is copied to the subscription. The metadata
 * keeps the customer default seen last: a card that was used for this subscription after the customer's default was
 * chosen stays. `subscription` is expanded with `CARD_EXPAND` and `latest_invoice`.
 * Sources: https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method,
 * https://docs.stripe.com/customer-management/portal-deep-links
 */
export async function applyDefaultCard(
  { stripe, log }: Needs,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { id, customer, default_payment_method: own, metadata, status } = subscription
  const chosen = customerDefault(customer)
  if (chosen === null || own === null || !CHARGED.includes(status) || metadata[KNOWN_DEFAULT] === chosen)
    return
  try {
    const isNewer =
      metadata[KNOWN_DEFAULT] !== undefined ||
      !isFirstMonth(subscription) ||
      (await createdAt(stripe, chosen)) >= (await createdAt(stripe, own))
    await stripe.subscriptions.update(id, {
      metadata: { [KNOWN_DEFAULT]: chosen },
      ...(isNewer && chosen !== idOf(own) && { default_payment_method: chosen }),
    })
  } catch (error) {
    // The card was removed or the subscription ended in the meantime.
    if (stripeErrorKind(error) !== 'refused' && stripeErrorKind(error) !== 'missing') throw error
    log.warn(
      { event: 'stripe_call_failed', subscription: id, error: stripeErrorMessage(error) },
      'failed to move a subscription to its payer’s default card',
    )
  }
}

/** Runs `applyDefaultCard` for all of a customer's subscriptions. Throws errors of the SDK. */
export async function applyDefaultCards(
  deps: Needs & Pick<Deps, 'db'>,
  stripeCustomerId: string,
): Promise<void> {
  const { db, stripe } = deps
  const charged = (table: 'subscriptions' | 'creatorPlans', payer: 'subscriberId' | 'userId') =>
    db
      .selectFrom(table)
      .innerJoin('users', 'users.id', `${table}.${payer}` as never)
      .select('stripeSubscriptionId')
      .where('users.stripeCustomerId', '=', stripeCustomerId)
      .where('status', 'in', LIVE)
      .execute()
  const rows = [
    ...(await charged(TABLES.subscription, 'subscriberId')),
    ...(await charged(TABLES.plan, 'userId')),
  ]
  for (const { stripeSubscriptionId: id } of rows)
    if (id !== null)
      await applyDefaultCard(
        deps,
        await stripe.subscriptions.retrieve(id, { expand: [...CARD_EXPAND, 'latest_invoice'] }),
      )
}

/** The id of an expanded customer's default card; null without one. */
export function customerDefault(customer: Stripe.Subscription['customer']): string | null {
  if (typeof customer === 'string' || customer.deleted) return null
  return idOf(customer.invoice_settings.default_payment_method)
}

/** After the first month the daily sync has seen every default, so one without metadata is newer than the own card. */
const isFirstMonth = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' && invoice?.billing_reason === 'subscription_create'

/** Unix seconds. */
async function createdAt(stripe: Stripe, card: string | Stripe.PaymentMethod): Promise<number> {
  return typeof card === 'object' ? card.created : (await stripe.paymentMethods.retrieve(card)).created
}
