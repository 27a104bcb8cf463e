// Finalizes invoices and collects their payments.
import { randomString } from '../clock.ts'
import { cardError, invalidRequest, type StripeProblem } from '../errors.ts'
import { emit } from '../events.ts'
import { payableAccount, transferProblem } from '../objects/accounts.ts'
import { newInvoicePayment, paymentOf } from '../objects/invoice-payments.ts'
import { automaticTax, type Invoice, subscriptionOf } from '../objects/invoices.ts'
import { newPaymentIntent } from '../objects/payment-intents.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { failedCalculation, invalidLocation } from '../objects/taxes.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'
import { invoicePaymentFailed, invoicePaid } from './invoice-payment-results.ts'
import { attemptPayment } from './attempt-payment.ts'

/**
 * Finalizes an invoice: assigns its number and creates its payment intent. An invoice over nothing is paid at once.
 * Throws `insufficient_capabilities_for_transfer` if the destination can't receive transfers.
 */
export function finalize(context: Context, draft: Invoice): Invoice {
  const { transfer_data: to } = retrieve(context, 'subscription', subscriptionOf(draft))
  if (to && draft.amount_due > 0) payableAccount(context, to.destination, 'transfer_data[destination]')
  const invoice = openInvoice(context, draft)
  if (invoice.amount_due === 0) return invoicePaid(context, invoice, null)
  createInvoicePayment(context, invoice)
  return invoice
}

/**
 * Finalizes, or keeps the draft with the reason in `last_finalization_error` and emits `invoice.finalization_failed`.
 * The subscription keeps its status (https://docs.stripe.com/billing/subscriptions/webhooks). A missing capability
 * fails finalization because Stripe refuses the payment intent. That it isn't retried is assumed.
 */
export function tryToFinalize(
  context: Context,
  given: Invoice,
): { invoice: Invoice; problem: StripeProblem | null } {
  const draft = taxedNow(context, given)
  const { transfer_data: to } = retrieve(context, 'subscription', subscriptionOf(draft))
  const problem =
    taxProblem(draft) ??
    (to && draft.amount_due > 0
      ? transferProblem(context, to.destination, 'transfer_data[destination]')
      : null)
  if (!problem) return { invoice: finalize(context, draft), problem }
  const invoice: Invoice = {
    ...draft,
    auto_advance: false,
    automatically_finalizes_at: null,
    last_finalization_error: problem.body,
    next_payment_attempt: null,
  }
  save(context, 'invoice', invoice)
  emit(context, 'invoice.finalization_failed', invoice)
  return { invoice, problem }
}

/** Stripe calculates the taxes of a draft again when it is finalized. */
export function taxedNow(context: Context, draft: Invoice): Invoice {
  if (!draft.automatic_tax.enabled) return draft
  const customer = retrieve(context, 'customer', draft.customer)
  const { automatic_tax, total, total_taxes } = automaticTax(context, customer, draft, draft.subtotal)
  const due = Math.max(0, total)
  return { ...draft, automatic_tax, total, total_taxes, amount_due: due, amount_remaining: due }
}

function taxProblem({ automatic_tax: { status } }: Invoice): StripeProblem | null {
  if (status === 'requires_location_inputs') return invalidLocation()
  return status === 'failed' ? failedCalculation() : null
}

/** Assigns the invoice's number and page without creating a payment. */
export function openInvoice(context: Context, draft: Invoice): Invoice {
  const at = nowFor(context, draft.customer)
  const customer = retrieve(context, 'customer', draft.customer)
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  save(context, 'customer', { ...customer, next_invoice_sequence: customer.next_invoice_sequence + 1 })
  const page = `${context.baseUrl}/pages/invoices/${randomString(32)}`
  const invoice: Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    effective_at: at,
    ending_balance: 0,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    last_finalization_error: null,
    next_payment_attempt: null,
    number,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: at },
  }
  save(context, 'invoice', invoice)
  emit(context, 'invoice.finalized', invoice)
  return invoice
}

function createInvoicePayment(context: Context, invoice: Invoice): void {
  const subscription = retrieve(context, 'subscription', subscriptionOf(invoice))
  const isFirst = invoice.billing_reason === 'subscription_create'
  const intent = newPaymentIntent(context, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: isFirst ? 'Subscription creation' : 'Subscription update',
    method: paymentMethodFor(context, invoice)?.id ?? null,
    usage: 'off_session',
    fee: ownFeeOf(context, invoice) ?? feeOf(subscription, invoice.amount_due),
    ...transferOf(subscription, invoice.amount_due),
    receiptEmail: null,
  })
  save(context, 'payment_intent', intent)
  save(context, 'invoice_payment', newInvoicePayment(context, invoice, intent.id))
  emit(context, 'payment_intent.created', intent)
}

/** The invoice's own payment method, else the subscription's, else the customer's default. */
export function paymentMethodFor(context: Context, invoice: Invoice): PaymentMethod | undefined {
  const subscription = context.store.get('subscription', subscriptionOf(invoice))
  return defaultPaymentMethod(context, subscription, invoice.customer, invoice.default_payment_method)
}

export function defaultPaymentMethod(
  context: Context,
  subscription: Subscription | undefined,
  customer: string,
  first: string | null = null,
): PaymentMethod | undefined {
  const preset = context.store.get('customer', customer)?.invoice_settings.default_payment_method
  const id = first ?? subscription?.default_payment_method ?? preset
  return id ? context.store.get('payment_method', id) : undefined
}

export const NO_PAYMENT_METHOD =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.'

/** Stripe's error for a payment that needs 3-D Secure. */
export const actionRequired = (what: 'invoice' | 'subscription') =>
  cardError({
    code: `${what}_payment_intent_requires_action`,
    message: `Payment for this ${what} requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the ${what}.`,
  })

type Collect = { offSession: boolean; isRetry: boolean; method?: string; returnUrl?: string }

/** Attempts to collect an invoice once. */
export function collectPayment(
  context: Context,
  invoice: Invoice,
  how: Collect,
): { invoice: Invoice; problem: StripeProblem | null } {
  const fresh = () => retrieve(context, 'invoice', invoice.id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return { invoice, problem: null }
  // An invoice that a pause marked uncollectible has no payment yet.
  if (!paymentOf(context, invoice.id)) createInvoicePayment(context, invoice)
  const method = how.method
    ? context.store.get('payment_method', how.method)
    : paymentMethodFor(context, invoice)
  const payment = paymentOf(context, invoice.id)
  if (!method || !payment) {
    if (how.isRetry) invoicePaymentFailed(context, invoice, true)
    return { invoice: fresh(), problem: invalidRequest(NO_PAYMENT_METHOD, 'resource_missing') }
  }
  const intent = retrieve(context, 'payment_intent', payment.payment.payment_intent)
  const { problem } = attemptPayment(context, intent, method, {
    offSession: how.offSession,
    isAutomatic: how.isRetry,
    returnUrl: how.returnUrl ?? null,
  })
  return { invoice: fresh(), problem }
}

/** A fee that a call set for this invoice, instead of the subscription's percentage. Invoices don't show it. */
const ownFeeOf = ({ store }: Context, { id }: Invoice): number | undefined =>
  store.hidden<{ applicationFee: number }>(id).applicationFee

/** In cents, rounded half up. Stripe accepts up to four decimals of a percent. */
export function feeOf(subscription: Subscription, amount: number): number | null {
  const percent = subscription.application_fee_percent
  return percent === null ? null : partOf(amount, percent)
}

export function transferOf(
  subscription: Subscription,
  amount: number,
): { destination: string | null; transferAmount: number | null } {
  const { transfer_data: transfer } = subscription
  if (!transfer) return { destination: null, transferAmount: null }
  const percent = transfer.amount_percent
  return {
    destination: transfer.destination,
    transferAmount: percent === null ? null : partOf(amount, percent),
  }
}

// Uses whole ten-thousandths of a percent to avoid floating-point errors.
const partOf = (amount: number, percent: number) => {
  const parts = Math.round(percent * 10_000)
  return Math.floor((amount * parts + 500_000) / 1_000_000)
}
