// Creates a subscription with its first period and first invoice.
import { DAY, nextPeriodEnd } from '../clock.ts'
import { invalidParam, invalidRequest, StripeProblem } from '../errors.ts'
import { emit } from '../events.ts'
import { payableAccount } from '../objects/accounts.ts'
import { newLine } from '../objects/invoice-lines.ts'
import { type Invoice, newInvoice, newInvoiceId } from '../objects/invoices.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import type { Price } from '../objects/prices.ts'
import { newSetupIntent } from '../objects/setup-intents.ts'
import { failedCalculation, invalidLocation, taxStatus } from '../objects/taxes.ts'
import { newItem } from '../objects/subscription-items.ts'
import type { CreateInput } from '../objects/subscription-params.ts'
import { newSubscription, newSubscriptionId, type Subscription } from '../objects/subscriptions.ts'
import { retrieve, save, now, type Context } from '../context.ts'
import {
  collectPayment,
  finalize,
  defaultPaymentMethod,
  actionRequired,
  NO_PAYMENT_METHOD,
} from './collect-invoice.ts'

export function createSubscription(context: Context, given: CreateInput): Subscription {
  const behavior = given.payment_behavior ?? 'allow_incomplete'
  const begun = draftSubscription(context, given)
  refuseWithoutTax(context, begun)
  const invoice = firstInvoice(context, begun)
  const isFree = invoice.amount_due === 0
  const status = isFree ? (begun.trial_end === null ? 'active' : 'trialing') : 'incomplete'
  const subscription: Subscription = { ...begun, status, latest_invoice: invoice.id }
  save(context, 'subscription', subscription)
  save(context, 'invoice', invoice)
  emit(context, 'customer.subscription.created', subscription)
  emit(context, 'invoice.created', invoice)
  const open = finalize(context, invoice)
  if (isFree) return addSetupIntent(context, subscription, behavior === 'default_incomplete')
  if (behavior === 'default_incomplete') return retrieve(context, 'subscription', subscription.id)
  if (!defaultPaymentMethod(context, subscription, given.customer))
    throw invalidRequest(NO_PAYMENT_METHOD, 'resource_missing')
  const { problem } = collectPayment(context, open, {
    offSession: given.off_session ?? false,
    isRetry: false,
  })
  // Throwing here rolls everything back.
  if (problem && behavior === 'error_if_incomplete') throw new StripeProblem(402, problem.body)
  const attempt = retrieve(context, 'subscription', subscription.id)
  if (behavior === 'error_if_incomplete' && attempt.status === 'incomplete') {
    throw new StripeProblem(402, actionRequired('subscription').body)
  }
  return attempt
}

/** What the first invoice of a subscription would be. Nothing is saved. */
export function previewInvoice(context: Context, given: CreateInput): Invoice {
  return firstInvoice(context, draftSubscription(context, given))
}

/** Stripe creates no subscription whose first invoice it can't calculate. */
function refuseWithoutTax(context: Context, { automatic_tax: tax, customer }: Subscription): void {
  if (!tax.enabled) return
  const status = taxStatus(context, retrieve(context, 'customer', customer))
  if (status === 'requires_location_inputs') throw invalidLocation()
  if (status === 'failed') throw failedCalculation()
}

/** Builds a subscription with its items and first period, without saving it. */
function draftSubscription(context: Context, given: CreateInput): Subscription {
  const customer = retrieve(context, 'customer', given.customer, 'customer')
  const prices = given.items.map(({ price }, index) =>
    recurringPrice(context, price, `items[${index}][price]`),
  )
  const [first] = prices
  if (!first?.recurring) throw invalidParam('Missing required param: items.', 'items', 'parameter_missing')
  if (given.transfer_data) {
    payableAccount(context, given.transfer_data.destination, 'transfer_data[destination]')
  }
  const percent = given.application_fee_percent
  if (percent !== undefined && percent !== null && (percent < 0 || percent > 100)) {
    throw invalidParam('Invalid decimal: must be between 0 and 100', 'application_fee_percent')
  }
  const method = given.default_payment_method
  const found = method ? resolvePaymentMethod(context, method, 'default_payment_method') : null
  if (found && found.customer !== customer.id) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${found.id}. The payment method must be attached to the customer.`,
      'resource_missing',
      { param: 'default_payment_method' },
    )
  }
  const created = now(context, customer.test_clock)
  const trialEnd =
    given.trial_end ?? (given.trial_period_days ? created + given.trial_period_days * DAY : null)
  const { interval, interval_count: step } = first.recurring
  const period = { start: created, end: trialEnd ?? nextPeriodEnd(created, interval, step, created) }
  const id = newSubscriptionId()
  const items = given.items.map((item, index) =>
    newItem({
      price: prices[index] ?? first,
      quantity: item.quantity ?? 1,
      subscription: id,
      created,
      period,
      metadata: item.metadata,
    }),
  )
  const made = newSubscription(given, {
    id,
    items,
    created,
    anchor: trialEnd ?? created,
    status: 'incomplete',
    trialEnd,
    testClock: customer.test_clock,
    currency: first.currency,
  })
  if (!given.cancel_at_period_end) return made
  return { ...made, cancel_at: period.end, cancel_at_period_end: true, canceled_at: created }
}

function recurringPrice(context: Context, id: string, param: string): Price {
  const price = retrieve(context, 'price', id, param)
  if (!price.active) {
    throw invalidParam(`The price specified is inactive. This field only accepts active prices.`, param)
  }
  if (!price.recurring) {
    throw invalidParam(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    )
  }
  return price
}

function firstInvoice(context: Context, subscription: Subscription): Invoice {
  const customer = retrieve(context, 'customer', subscription.customer)
  const id = newInvoiceId()
  const { start_date: start } = subscription
  const lines = subscription.items.data.map((item) => {
    const productName = context.store.get('product', item.price.product)?.name ?? 'Subscription'
    const period = { start: item.current_period_start, end: item.current_period_end }
    const trial = { amount: 0, text: `Free trial for ${item.quantity} × ${productName}`, isProration: false }
    const line = { item, price: item.price, productName, customer: customer.id, period }
    return newLine(id, subscription.trial_end === null ? line : { ...line, instead: trial })
  })
  const period = { start, end: start }
  return newInvoice(context, {
    id,
    customer,
    subscription,
    lines,
    reason: 'subscription_create',
    period,
    finalizesAt: null,
  })
}

/** If nothing is due yet, a setup intent asks for a card. */
function addSetupIntent(context: Context, { id }: Subscription, isAsked: boolean): Subscription {
  const subscription = retrieve(context, 'subscription', id)
  if (!isAsked || defaultPaymentMethod(context, subscription, subscription.customer)) return subscription
  const setup = newSetupIntent(context, { customer: subscription.customer, usage: 'off_session' })
  save(context, 'setup_intent', setup)
  emit(context, 'setup_intent.created', setup)
  const asking = { ...subscription, pending_setup_intent: setup.id }
  save(context, 'subscription', asking)
  return asking
}
