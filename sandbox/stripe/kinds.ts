// Which kinds of object there are, how their ids begin, what they are called, and when one is next due.
import { HOUR } from './clock.ts'
import type { StripeEvent, ThinEvent } from './events.ts'
import type { ApplicationFee, FeeRefund } from './objects/application-fees.ts'
import type { BalanceTransaction } from './objects/balance.ts'
import type { Charge } from './objects/charges.ts'
import type { Account } from './objects/connect-accounts.ts'
import type { AccountLink } from './objects/account-links.ts'
import type { Customer, DeletedCustomer } from './objects/customers.ts'
import type { Dispute, EarlyFraudWarning } from './objects/disputes.ts'
import type { EventDestination } from './objects/event-destinations.ts'
import type { InvoicePayment } from './objects/invoice-payments.ts'
import type { Invoice } from './objects/invoices.ts'
import type { PaymentIntent } from './objects/payment-intents.ts'
import type { PaymentMethod } from './objects/payment-methods.ts'
import type { PortalConfiguration } from './objects/portal-configurations.ts'
import type { PortalSession } from './objects/portal-sessions.ts'
import type { Price } from './objects/prices.ts'
import type { Product } from './objects/products.ts'
import type { Refund } from './objects/refunds.ts'
import type { SetupIntent } from './objects/setup-intents.ts'
import type { Subscription } from './objects/subscriptions.ts'
import type { TestClock } from './objects/test-clocks.ts'
import type { Transfer } from './objects/transfers.ts'
import type { WebhookEndpoint } from './objects/webhook-endpoints.ts'

export type Kinds = {
  customer: Customer
  deleted_customer: DeletedCustomer
  product: Product
  price: Price
  payment_method: PaymentMethod
  payment_intent: PaymentIntent
  setup_intent: SetupIntent
  subscription: Subscription
  invoice: Invoice
  invoice_payment: InvoicePayment
  charge: Charge
  refund: Refund
  transfer: Transfer
  application_fee: ApplicationFee
  fee_refund: FeeRefund
  dispute: Dispute
  'radar.early_fraud_warning': EarlyFraudWarning
  balance_transaction: BalanceTransaction
  'billing_portal.session': PortalSession
  'billing_portal.configuration': PortalConfiguration
  webhook_endpoint: WebhookEndpoint
  'test_helpers.test_clock': TestClock
  event: StripeEvent
  'v2.core.event': ThinEvent
  'v2.core.account': Account
  'v2.core.account_link': AccountLink
  'v2.core.event_destination': EventDestination
}
export type Kind = keyof Kinds

/** How the ids of each kind begin: an id in a field can be replaced by its object. */
const PREFIXES: Partial<Record<string, Kind>> = {
  cus: 'customer',
  prod: 'product',
  price: 'price',
  pm: 'payment_method',
  pi: 'payment_intent',
  seti: 'setup_intent',
  sub: 'subscription',
  in: 'invoice',
  inpay: 'invoice_payment',
  ch: 'charge',
  re: 'refund',
  tr: 'transfer',
  fee: 'application_fee',
  du: 'dispute',
  txn: 'balance_transaction',
  bpc: 'billing_portal.configuration',
  clock: 'test_helpers.test_clock',
}

export const kindOfId = (id: string): Kind | undefined => PREFIXES[id.slice(0, id.indexOf('_'))]

const NOUNS: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
  'billing_portal.session': 'billing portal session',
  'billing_portal.configuration': 'configuration',
  'test_helpers.test_clock': 'test clock',
  'v2.core.account': 'account',
  'radar.early_fraud_warning': 'early fraud warning',
}
export const nounOf = (kind: Kind): string => NOUNS[kind] ?? kind

/** When something is to happen to it by itself: null for never. */
export function dueOf(kind: Kind, object: Kinds[Kind]): number | null {
  if (kind === 'subscription') return subscriptionDue(object as Subscription)
  if (kind === 'invoice') {
    const { status, auto_advance: advances, ...invoice } = object as Invoice
    if (!advances) return null
    if (status === 'draft') return invoice.automatically_finalizes_at
    return status === 'open' ? invoice.next_payment_attempt : null
  }
  if (kind === 'v2.core.account') {
    const { status, time } = (object as Account).requirements.summary?.minimum_deadline ?? {}
    return status === 'currently_due' && time ? Math.ceil(Date.parse(time) / 1000) : null
  }
  return null
}

/** An unpaid first invoice waits 23 hours (https://docs.stripe.com/billing/subscriptions/overview). */
export const FIRST_PAYMENT_WITHIN = 23 * HOUR

function subscriptionDue(subscription: Subscription): number | null {
  const { status, items, cancel_at: cancelAt, pause_collection: pause } = subscription
  if (status === 'incomplete') return subscription.created + FIRST_PAYMENT_WITHIN
  if (!['active', 'trialing', 'past_due', 'unpaid'].includes(status)) return null
  const resumesAt = pause?.resumes_at ?? Infinity
  return Math.min(cancelAt ?? Infinity, resumesAt, ...items.data.map((item) => item.current_period_end))
}
