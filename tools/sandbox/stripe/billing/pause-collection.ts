// Pauses payment collection: periods continue without charges.
// Source: https://docs.stripe.com/billing/subscriptions/pause-payment
import { invalidParam } from '../errors.ts'
import { update } from '../events.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import type { PauseCollection, Subscription } from '../objects/subscriptions.ts'
import type { Context } from '../context.ts'
import { markUncollectible, voidInvoice } from './cancel-subscription.ts'
import { openInvoice } from './collect-invoice.ts'

/** Reads an update's `pause_collection`; null resumes. `now` in Unix seconds. Throws if `resumes_at` has passed. */
export function pauseFrom(
  given: NonNullable<UpdateInput['pause_collection']> | null,
  now: number,
): PauseCollection | null {
  if (given === null) return null
  const { behavior, resumes_at: resumesAt } = given
  if (resumesAt !== undefined && resumesAt <= now) {
    throw invalidParam(
      '`pause_collection[resumes_at]` must be a timestamp in the future.',
      'pause_collection[resumes_at]',
    )
  }
  return { behavior, resumes_at: resumesAt ?? null }
}

/** Resumes collection from the next invoice. Invoices created during the pause stay as they are. */
export function resumeCollection(context: Context, paused: Subscription): Subscription {
  return update(context, 'subscription', paused, { pause_collection: null }, 'customer.subscription.updated')
}

/**
 * Applies the pause to a new draft. The subscription's status doesn't change. Stripe documents only the final state.
 * We assume that the invoice gets a number and no payment intent.
 */
export function holdInvoice(context: Context, draft: Invoice, { behavior }: PauseCollection): Invoice {
  if (behavior === 'keep_as_draft') return draft
  const open = openInvoice(context, draft)
  return behavior === 'void' ? voidInvoice(context, open) : markUncollectible(context, open)
}
