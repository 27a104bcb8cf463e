// Updates a subscription: cancellation and its undo, fee, payment method, pause, billing cycle.
import { invalidParam, invalidRequest } from '../errors.ts'
import { emit, previousAttributes } from '../events.ts'
import { payableAccount } from '../objects/accounts.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import { automaticTaxOf, periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { mergedMetadata } from '../params.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'
import { isEnded } from './cancel-subscription.ts'
import { pauseFrom } from './pause-collection.ts'
import { startNextPeriod } from './renew-subscription.ts'
import { resetBillingCycle } from './reset-billing-cycle.ts'

export function updateSubscription(context: Context, id: string, given: UpdateInput): Subscription {
  const before = retrieve(context, 'subscription', id)
  if (isEnded(before)) refuseChangesAfterEnd(given)
  if (given.payment_behavior === 'pending_if_incomplete') {
    throw invalidParam("The sandbox doesn't do pending updates.", 'payment_behavior')
  }
  if (before.status === 'incomplete' && given.pause_collection !== undefined) {
    throw invalidRequest('You cannot pause the collection of a subscription in `incomplete` status.')
  }
  const isRestart = given.billing_cycle_anchor?.type === 'now'
  if (before.status === 'incomplete' && isRestart) {
    throw invalidRequest(
      'You cannot update a subscription in `incomplete` status in a way that results in a new invoice or payment.',
    )
  }
  const after: Subscription = {
    ...before,
    ...cancellationChanges(context, before, given),
    ...plainChanges(context, before, given),
  }
  if (isRestart) {
    return resetBillingCycle(context, before, after, {
      isCredited: given.proration_behavior !== 'none',
      behavior: given.payment_behavior ?? 'allow_incomplete',
    })
  }
  const previous = previousAttributes(before, after)
  if (previous) {
    save(context, 'subscription', after)
    emit(context, 'customer.subscription.updated', after, previous)
  }
  if (given.trial_end === 'now' && after.status === 'trialing') startNextPeriod(context, after, true)
  return retrieve(context, 'subscription', id)
}

function refuseChangesAfterEnd(given: UpdateInput): void {
  const others = Object.keys(given).filter((name) => !['metadata', 'cancellation_details'].includes(name))
  if (others.length === 0) return
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
}

/** The changes that schedule or undo a cancellation. */
function cancellationChanges(
  context: Context,
  before: Subscription,
  given: UpdateInput,
): Partial<Subscription> {
  const { cancel_at_period_end: atEnd, cancel_at: at } = given
  if (atEnd !== undefined && at) {
    throw invalidParam(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    )
  }
  const moment = nowFor(context, before.customer)
  const details = { ...before.cancellation_details, ...withoutUndefined(given.cancellation_details ?? {}) }
  // `cancel_at_period_end: false` undoes only `cancel_at_period_end: true`. A `cancel_at`, as the portal sets it, is
  // cleared by name.
  if (at === null || (atEnd === false && before.cancel_at_period_end)) {
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...details, reason: null },
    }
  }
  if (at !== undefined && at <= moment) {
    throw invalidParam('`cancel_at` must be a timestamp in the future.', 'cancel_at')
  }
  const end = atEnd ? periodEndOf(before) : at
  if (end === undefined) return { cancellation_details: details }
  return {
    cancel_at: end,
    cancel_at_period_end: atEnd ?? false,
    canceled_at: before.canceled_at ?? moment,
    cancellation_details: { ...details, reason: 'cancellation_requested' },
  }
}

function plainChanges(context: Context, before: Subscription, given: UpdateInput): Partial<Subscription> {
  const {
    application_fee_percent: fee,
    default_payment_method: method,
    automatic_tax: tax,
    description,
    invoice_settings: invoices,
    pause_collection: pause,
    transfer_data: to,
  } = given
  if (to) payableAccount(context, to.destination, 'transfer_data[destination]')
  if (
    method &&
    resolvePaymentMethod(context, method, 'default_payment_method').customer !== before.customer
  ) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      'resource_missing',
      { param: 'default_payment_method' },
    )
  }
  const settings = given.payment_settings
  return {
    ...(fee === undefined ? {} : { application_fee_percent: fee }),
    ...(tax ? { automatic_tax: automaticTaxOf(tax.enabled) } : {}),
    ...(invoices?.footer === undefined
      ? {}
      : { invoice_settings: { ...before.invoice_settings, footer: invoices.footer } }),
    ...(method === undefined ? {} : { default_payment_method: method }),
    ...(description === undefined ? {} : { description }),
    ...(pause === undefined ? {} : { pause_collection: pauseFrom(pause, nowFor(context, before.customer)) }),
    ...(to === undefined
      ? {}
      : { transfer_data: to && { amount_percent: to.amount_percent ?? null, destination: to.destination } }),
    ...(settings
      ? {
          payment_settings: {
            ...before.payment_settings,
            ...(settings.payment_method_types === undefined
              ? {}
              : { payment_method_types: settings.payment_method_types }),
            ...(settings.save_default_payment_method
              ? { save_default_payment_method: settings.save_default_payment_method }
              : {}),
          },
        }
      : {}),
    metadata: mergedMetadata(before.metadata, given.metadata),
  }
}

const withoutUndefined = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
