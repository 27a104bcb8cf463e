// Changes a subscription: its end and its undo, its items, its fee, its card.
import { invalidParam, refused } from '../errors.ts'
import { emit, previousAttributes } from '../events.ts'
import { payableAccount } from '../objects/accounts.ts'
import { usableMethod } from '../objects/payment-methods.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { mergedMetadata } from '../params.ts'
import { find, keep, nowFor, type World } from '../world.ts'
import { isEnded } from './canceling.ts'
import { changeItems } from './changing-items.ts'
import { pauseFrom } from './pausing.ts'
import { startNextPeriod } from './renewing.ts'
import { restartPeriod } from './restarting.ts'

export function updateSubscription(world: World, id: string, given: UpdateInput): Subscription {
  const before = find(world, 'subscription', id)
  if (isEnded(before)) refuseButNotes(given)
  if (given.payment_behavior === 'pending_if_incomplete') {
    throw invalidParam("The sandbox doesn't do pending updates.", 'payment_behavior')
  }
  if (before.status === 'incomplete' && given.pause_collection !== undefined) {
    throw refused('You cannot pause the collection of a subscription in `incomplete` status.')
  }
  const isRestart = given.billing_cycle_anchor?.type === 'now'
  if (before.status === 'incomplete' && (given.items || isRestart)) {
    throw refused(
      'You cannot update a subscription in `incomplete` status in a way that results in a new invoice or payment.',
    )
  }
  const after: Subscription = {
    ...before,
    ...ending(world, before, given),
    ...plainChanges(world, before, given),
  }
  const proration = given.proration_behavior ?? 'create_prorations'
  const behavior = given.payment_behavior ?? 'allow_incomplete'
  if (isRestart) {
    return restartPeriod(world, before, after, { items: given.items ?? [], proration, behavior })
  }
  const previous = previousAttributes(before, after)
  if (previous) {
    keep(world, 'subscription', after)
    emit(world, 'customer.subscription.updated', after, previous)
  }
  if (given.items) changeItems(world, after, given.items, proration, behavior)
  if (given.trial_end === 'now' && after.status === 'trialing') startNextPeriod(world, after, true)
  return find(world, 'subscription', id)
}

function refuseButNotes(given: UpdateInput): void {
  const others = Object.keys(given).filter((name) => !['metadata', 'cancellation_details'].includes(name))
  if (others.length === 0) return
  throw refused('A canceled subscription can only update its cancellation_details and metadata.')
}

/** When it is to end, or that it is not to end after all. */
function ending(world: World, before: Subscription, given: UpdateInput): Partial<Subscription> {
  const { cancel_at_period_end: atEnd, cancel_at: at } = given
  if (atEnd !== undefined && at) {
    throw invalidParam(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    )
  }
  const moment = nowFor(world, before.customer)
  const details = { ...before.cancellation_details, ...knownOnly(given.cancellation_details ?? {}) }
  // The flag takes back only what the flag has set; a moment, as the portal sets it, is taken back by name.
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

function plainChanges(world: World, before: Subscription, given: UpdateInput): Partial<Subscription> {
  const {
    application_fee_percent: fee,
    default_payment_method: method,
    description,
    pause_collection: pause,
    transfer_data: to,
  } = given
  if (to) payableAccount(world, to.destination, 'transfer_data[destination]')
  if (method && usableMethod(world, method, 'default_payment_method').customer !== before.customer) {
    throw refused(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      'resource_missing',
      { param: 'default_payment_method' },
    )
  }
  const settings = given.payment_settings
  return {
    ...(fee === undefined ? {} : { application_fee_percent: fee }),
    ...(method === undefined ? {} : { default_payment_method: method }),
    ...(description === undefined ? {} : { description }),
    ...(pause === undefined ? {} : { pause_collection: pauseFrom(pause, nowFor(world, before.customer)) }),
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

const knownOnly = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
