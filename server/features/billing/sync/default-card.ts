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
 * One card pays for everything: the customer's default. But Stripe charges a subscription's own default first, which is
 * the card of its last payment by hand, and which no call can clear. So a new customer default is copied to the
 * subscription, and a card that was used for the subscription after the customer's default was chosen becomes the
 * customer's default; the event about that brings the other subscriptions here. The metadata keeps the customer default
 * seen last. `subscription` is expanded with `CARD_EXPAND`.
 * Sources: https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method,
 * https://docs.stripe.com/customer-management/portal-deep-links
 */
export async function applyDefaultCard(
  { stripe, log }: Needs,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { id, customer, default_payment_method: own, metadata, status } = subscription
  const chosen = customerDefault(customer)
  const ownId = idOf(own)
  const customerId = idOf(customer)
  if (own === null || ownId === null || customerId === null || !CHARGED.includes(status)) return
  if (chosen === ownId && metadata[KNOWN_DEFAULT] === chosen) return
  try {
    const newest =
      chosen === null || chosen === ownId || !(await isDefaultNewer(stripe, subscription, chosen, own))
        ? ownId
        : chosen
    if (newest !== chosen)
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: newest } })
    await stripe.subscriptions.update(id, {
      metadata: { [KNOWN_DEFAULT]: newest },
      ...(newest !== ownId && { default_payment_method: newest }),
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

/**
 * Whether the customer's default was chosen after the subscription's own card was used by hand: it differs from the
 * default seen last or, if none was seen yet, its card was saved later.
 */
async function isDefaultNewer(
  stripe: Stripe,
  { metadata }: Stripe.Subscription,
  chosen: string,
  own: string | Stripe.PaymentMethod,
): Promise<boolean> {
  const known = metadata[KNOWN_DEFAULT]
  if (known !== undefined) return known !== chosen
  return (await createdAt(stripe, chosen)) > (await createdAt(stripe, own))
}

/** Unix seconds. */
async function createdAt(stripe: Stripe, card: string | Stripe.PaymentMethod): Promise<number> {
  return typeof card === 'object' ? card.created : (await stripe.paymentMethods.retrieve(card)).created
}
