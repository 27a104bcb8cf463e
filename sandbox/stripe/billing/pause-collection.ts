// Pauses the collection of a subscription's payments: periods go on, and nobody is charged for them.
// Source: https://docs.stripe.com/billing/subscriptions/pause-payment
import { invalidParam } from '../errors.ts'
import { update } from '../events.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import type { PauseCollection, Subscription } from '../objects/subscriptions.ts'
import type { Context } from '../context.ts'
import { markUncollectible, voidInvoice } from './cancel-subscription.ts'
import { openInvoice } from './collect-invoice.ts'

/** The pause an update asks for; null lifts it. `now` in Unix seconds. Throws when `resumes_at` is over. */
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

/** Collects again, from the next invoice on. Invoices of the pause stay as they are. */
export function resumeCollection(context: Context, paused: Subscription): Subscription {
  return update(context, 'subscription', paused, { pause_collection: null }, 'customer.subscription.updated')
}

/**
 * Does to a new draft what the pause says. The subscription's status stays as it is. Stripe's document names the end
 * state only; that the invoice gets a number on its way there, and no payment intent, is assumed.
 */
export function holdInvoice(context: Context, draft: Invoice, { behavior }: PauseCollection): Invoice {
  if (behavior === 'keep_as_draft') return draft
  const open = openInvoice(context, draft)
  return behavior === 'void' ? voidInvoice(context, open) : markUncollectible(context, open)
}
