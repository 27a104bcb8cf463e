// What a caller does to an invoice: finalizes, pays, voids or gives it up, and what that means for its subscription.
import { HOUR } from '../clock.ts'
import { invalidParam, refused, StripeProblem } from '../errors.ts'
import { change } from '../events.ts'
import { type Invoice, subscriptionOf } from '../objects/invoices.ts'
import { usableMethod } from '../objects/payment-methods.ts'
import { find, keep, nowFor, type World } from '../world.ts'
import { markUncollectible, voidInvoice } from './canceling.ts'
import { isBehind } from './invoice-outcomes.ts'
import { collect, mustAct, tryToFinalize } from './invoicing.ts'

/**
 * What follows when automatic collection is turned on or off: a draft is finalized within the hour, an open invoice is
 * charged as soon as time goes on. Source: as below.
 */
export function scheduleOf(world: World, invoice: Invoice, autoAdvance: boolean): Partial<Invoice> {
  if (invoice.status !== 'draft' && invoice.status !== 'open') return { auto_advance: false }
  if (!autoAdvance) return { automatically_finalizes_at: null, next_payment_attempt: null }
  const at = nowFor(world, invoice.customer)
  if (invoice.status === 'open') return { next_payment_attempt: invoice.next_payment_attempt ?? at }
  const finalizesAt = invoice.automatically_finalizes_at ?? at + HOUR
  return { automatically_finalizes_at: finalizesAt, next_payment_attempt: finalizesAt }
}

/**
 * With `auto_advance` the payment is tried as soon as time goes on. Throws where the invoice can't be finalized; the
 * reason then stays on the draft. Source: https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
 */
export function finalizeNow(world: World, invoice: Invoice, autoAdvance?: boolean): Invoice {
  if (invoice.status !== 'draft') {
    throw refused(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      'invoice_not_editable',
    )
  }
  const draft = { ...invoice, auto_advance: autoAdvance ?? invoice.auto_advance }
  const { invoice: finalized, problem } = tryToFinalize(world, draft)
  if (problem) throw new StripeProblem(problem.status, problem.body, { keepsWork: true })
  if (finalized.status !== 'open' || !finalized.auto_advance) return finalized
  const due: Invoice = { ...finalized, next_payment_attempt: nowFor(world, invoice.customer) }
  keep(world, 'invoice', due)
  return due
}

/**
 * An uncollectible invoice can still be paid (https://docs.stripe.com/invoicing/integration/workflow-transitions).
 * Throws what the bank or the destination refuses.
 */
export function payInvoice(
  world: World,
  id: string,
  given: { payment_method?: string | undefined; off_session?: boolean | undefined },
): Invoice {
  const invoice = find(world, 'invoice', id)
  if (invoice.status === 'paid') throw refused('Invoice is already paid', 'invoice_already_paid')
  if (invoice.status === 'void') {
    throw refused('This invoice has a status of void and cannot be paid.', 'invoice_not_editable')
  }
  const open = invoice.status === 'draft' ? finalizeNow(world, invoice) : invoice
  const method = given.payment_method && usableMethod(world, given.payment_method, 'payment_method').id
  const { invoice: tried, problem } = collect(world, open, {
    offSession: given.off_session ?? true,
    isRetry: false,
    ...(method ? { method } : {}),
  })
  if (problem) throw problem
  if (tried.status !== 'paid') throw mustAct('invoice')
  return tried
}

export function voidNow(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw refused(`You can only pass in open invoices. This invoice isn't open.`, 'invoice_not_open')
  }
  const voided = voidInvoice(world, invoice)
  endArrears(world, voided)
  return voided
}

export function giveUp(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') throw invalidParam('You can only mark open invoices as uncollectible.', 'id')
  const uncollectible = markUncollectible(world, invoice)
  endArrears(world, uncollectible)
  return uncollectible
}

/** A subscription that was behind is active again when its invoices allow it. */
function endArrears(world: World, invoice: Invoice): void {
  const subscription = find(world, 'subscription', subscriptionOf(invoice))
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return
  if (isBehind(world, subscription)) return
  change(world, 'subscription', subscription, { status: 'active' }, 'customer.subscription.updated')
}
