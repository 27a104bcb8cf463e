// Creates the scenarios' customers, prices and subscriptions, with the same calls as the product.
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { idOf } from '#server/features/billing/rules.ts'
import type { StripeTarget } from './scenarios.ts'

export const FEE_PERCENT = 10
export const EXPAND = ['latest_invoice.confirmation_secret']

/** Makes ids and names unique, so that runs at Stripe don't collide. */
export const unique = (what: string) =>
  `${what}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`

export async function monthlyPrice(
  { stripe }: StripeTarget,
  cents: number,
  product?: string,
): Promise<Stripe.Price> {
  const to =
    product ??
    (await stripe.products.create({ name: 'Subscription to maya', metadata: { user_id: 'maya' } })).id
  return await stripe.prices.create({
    product: to,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
  })
}

export type Options = { cents?: number; price?: string; toCreator?: boolean; clock?: string; rowId?: string }
export type Attempt = { customer: string; subscription: Stripe.Subscription; secret: string; rowId: string }

/** The same parameters as in `create-stripe-subscription.ts`. */
export function subscriptionParams(
  { account }: StripeTarget,
  customer: string,
  price: string,
  { toCreator = false, rowId = unique('row') }: Options,
): Stripe.SubscriptionCreateParams {
  return {
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    metadata: { kind: toCreator ? 'subscription' : 'plan', row_id: rowId },
    expand: EXPAND,
    ...(toCreator && {
      application_fee_percent: FEE_PERCENT,
      transfer_data: { destination: account ?? '' },
    }),
  }
}

export async function startSubscription(target: StripeTarget, options: Options = {}): Promise<Attempt> {
  const { stripe } = target
  const { cents = 950, clock, rowId = unique('row') } = options
  const { id: customer } = await stripe.customers.create({
    email: 'rosa@example.com',
    metadata: { user_id: rowId },
    ...(clock && { test_clock: clock }),
  })
  const price = options.price ?? (await monthlyPrice(target, cents)).id
  const subscription = await stripe.subscriptions.create(
    subscriptionParams(target, customer, price, { ...options, rowId }),
    { idempotencyKey: `sub:${rowId}` },
  )
  return { customer, subscription, secret: secretOf(subscription), rowId }
}

/** The secret with which the browser pays. */
export function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  if (typeof invoice !== 'object') throw new Error('The first invoice was not expanded')
  return invoice?.confirmation_secret?.client_secret ?? ''
}

export async function paidSubscription(
  target: StripeTarget,
  options: Options = {},
  card = 'pm_card_visa',
): Promise<Attempt> {
  const attempt = await startSubscription(target, options)
  expect((await target.confirm(attempt.secret, card)).status).toBe('succeeded')
  const subscription = await waitForStatus(target, attempt.subscription.id, 'active')
  return { ...attempt, subscription }
}

/** The subscription as the product reads it, once it has this status. */
export async function waitForStatus(
  { stripe, waitFor }: StripeTarget,
  id: string,
  status: string,
): Promise<Stripe.Subscription> {
  const found = await waitFor(
    () => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    (subscription) => subscription.status === status,
  )
  expect(found.status).toBe(status)
  return found
}

export const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data
  if (!item) throw new Error('A subscription has an item')
  return item
}

/** Paid invoices with their payments, as `sync-payments.ts` reads them; newest first. */
export async function paidInvoices(
  { stripe, waitFor }: StripeTarget,
  subscription: string,
  count: number,
): Promise<Stripe.Invoice[]> {
  const ask = { subscription, status: 'paid', limit: 100, expand: ['data.payments'] } as const
  const { data } = await waitFor(
    () => stripe.invoices.list({ ...ask, expand: [...ask.expand] }),
    (page) =>
      page.data.length === count &&
      page.data.every((one) => one.payments?.data.some((p) => p.status === 'paid')),
  )
  expect(data).toHaveLength(count)
  return data
}

/** The charge behind a paid invoice, with its fee. */
export async function chargeOf(
  { stripe, waitFor }: StripeTarget,
  invoice: Stripe.Invoice | undefined,
): Promise<Stripe.Charge> {
  const paid = invoice?.payments?.data.find(({ status }) => status === 'paid')
  const intent = idOf(paid?.payment.payment_intent) ?? ''
  expect(intent).toMatch(/^pi_/)
  const { latest_charge: charge } = await waitFor(
    () => stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge.application_fee'] }),
    (found) => typeof found.latest_charge === 'object' && found.latest_charge?.status === 'succeeded',
  )
  if (!charge || typeof charge === 'string') throw new Error('A paid invoice has a charge')
  return charge
}
