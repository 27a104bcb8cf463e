// The API's actions on invoices (finalize, pay, void, mark uncollectible) and their effect on the subscription.
import { HOUR } from '../clock.ts'
import { invalidParam, invalidRequest, StripeProblem } from '../errors.ts'
import { update } from '../events.ts'
import { type Invoice, subscriptionOf } from '../objects/invoices.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'
import { markUncollectible, voidInvoice } from './cancel-subscription.ts'
import { isLatestInvoiceUnpaid } from './invoice-payment-results.ts'
import { collectPayment, actionRequired, tryToFinalize } from './collect-invoice.ts'

/**
 * The effect of turning `auto_advance` on or off: a draft is finalized within the hour, an open invoice is charged as
 * soon as time advances. Source: as below.
 */
export function advanceSchedule(context: Context, invoice: Invoice, autoAdvance: boolean): Partial<Invoice> {
  if (invoice.status !== 'draft' && invoice.status !== 'open') return { auto_advance: false }
  if (!autoAdvance) return { automatically_finalizes_at: null, next_payment_attempt: null }
  const at = nowFor(context, invoice.customer)
  if (invoice.status === 'open') return { next_payment_attempt: invoice.next_payment_attempt ?? at }
  const finalizesAt = invoice.automatically_finalizes_at ?? at + HOUR
  return { automatically_finalizes_at: finalizesAt, next_payment_attempt: finalizesAt }
}

/**
 * With `auto_advance`, the payment is attempted as soon as time advances. Throws if the invoice can't be finalized;
 * the reason stays on the draft. Source:
 * https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
 */
export function finalizeDraft(context: Context, invoice: Invoice, autoAdvance?: boolean): Invoice {
  if (invoice.status !== 'draft') {
    throw invalidRequest(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      'invoice_not_editable',
    )
  }
  const draft = { ...invoice, auto_advance: autoAdvance ?? invoice.auto_advance }
  const { invoice: finalized, problem } = tryToFinalize(context, draft)
  if (problem) throw new StripeProblem(problem.status, problem.body, { keepsWork: true })
  if (finalized.status !== 'open' || !finalized.auto_advance) return finalized
  const due: Invoice = { ...finalized, next_payment_attempt: nowFor(context, invoice.customer) }
  save(context, 'invoice', due)
  return due
}

/**
 * An uncollectible invoice can still be paid (https://docs.stripe.com/invoicing/integration/workflow-transitions).
 * Throws the card's decline or the destination's error.
 */
export function payInvoice(
  context: Context,
  id: string,
  given: { payment_method?: string | undefined; off_session?: boolean | undefined },
): Invoice {
  const invoice = retrieve(context, 'invoice', id)
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', 'invoice_already_paid')
  if (invoice.status === 'void') {
    throw invalidRequest('This invoice has a status of void and cannot be paid.', 'invoice_not_editable')
  }
  const open = invoice.status === 'draft' ? finalizeDraft(context, invoice) : invoice
  const method =
    given.payment_method && resolvePaymentMethod(context, given.payment_method, 'payment_method').id
  const { invoice: attempt, problem } = collectPayment(context, open, {
    offSession: given.off_session ?? true,
    isRetry: false,
    ...(method ? { method } : {}),
  })
  if (problem) throw problem
  if (attempt.status !== 'paid') throw actionRequired('invoice')
  return attempt
}

export function voidOwedInvoice(context: Context, invoice: Invoice): Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalidRequest(`You can only pass in open invoices. This invoice isn't open.`, 'invoice_not_open')
  }
  const voided = voidInvoice(context, invoice)
  reactivateIfPaidUp(context, voided)
  return voided
}

export function markOpenUncollectible(context: Context, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') throw invalidParam('You can only mark open invoices as uncollectible.', 'id')
  const uncollectible = markUncollectible(context, invoice)
  reactivateIfPaidUp(context, uncollectible)
  return uncollectible
}

/** A past-due subscription becomes active again if its latest invoice allows it. */
function reactivateIfPaidUp(context: Context, invoice: Invoice): void {
  const subscription = retrieve(context, 'subscription', subscriptionOf(invoice))
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return
  if (isLatestInvoiceUnpaid(context, subscription)) return
  update(context, 'subscription', subscription, { status: 'active' }, 'customer.subscription.updated')
}
