// What a caller does to an invoice: finalizes, pays, voids or gives it up, and what that means for its subscription.
import { invalidParam, refused, StripeProblem } from '../errors.ts'
import { change } from '../events.ts'
import { type Invoice, subscriptionOf } from '../objects/invoices.ts'
import { usableMethod } from '../objects/payment-methods.ts'
import { find, type World } from '../world.ts'
import { collect, markUncollectible, mustAct, tryToFinalize, voidInvoice } from './invoicing.ts'

/** Throws where it can't be finalized; the reason then stays on the draft. */
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
  return finalized
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
  settleSubscription(world, voided)
  return voided
}

export function giveUp(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') throw invalidParam('You can only mark open invoices as uncollectible.', 'id')
  const given = markUncollectible(world, invoice)
  settleSubscription(world, given)
  return given
}

/**
 * A subscription that is behind is active again when nothing is owed by its latest invoice: then the latest one that
 * isn't void decides, and all but a draft or an open one leave it active.
 * Source: https://docs.stripe.com/billing/subscriptions/overview#voiding-invoice
 */
function settleSubscription(world: World, invoice: Invoice): void {
  const subscription = find(world, 'subscription', subscriptionOf(invoice))
  const isBehind = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (!isBehind || subscription.latest_invoice !== invoice.id) return
  const latest = world.store
    .all('invoice', { subscription: subscription.id })
    .findLast(({ status }) => status !== 'void')
  if (latest?.status === 'open' || latest?.status === 'draft') return
  change(world, 'subscription', subscription, { status: 'active' }, 'customer.subscription.updated')
}
