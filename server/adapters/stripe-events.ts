// Verifies Stripe's webhooks and reads what their events are about.
import type { Stripe } from 'stripe'
import type { PaymentSettings } from '#server/payment-settings.ts'
import { Problem } from '#shared/problems.ts'
import { API_VERSION } from './stripe.ts'

/** `isOfOtherVersion`: the event has another API version than ours. */
export type StripeEvent = {
  id: string
  type: string
  /** The id of the object to sync. */
  subject: string
  /** The connected account that owns the object; null for our own. */
  account: string | null
  isLive: boolean
  isOfOtherVersion: boolean
}

type Secrets = Pick<PaymentSettings, 'webhookSecret' | 'thinWebhookSecret' | 'connectWebhookSecret'>

/**
 * Verifies the signature and reads a snapshot or thin event. Throws `bad_webhook` if it is forged, stale or unreadable,
 * and `not_found` if the secret for its kind isn't set: with an empty secret, anyone could sign.
 */
export function readStripeEvent(
  stripe: Stripe,
  { webhookSecret, thinWebhookSecret, connectWebhookSecret }: Secrets,
  payload: Buffer,
  signature: string,
): StripeEvent {
  const { object, account } = envelopeOf(payload)
  const isThin = object === 'v2.core.event'
  // One destination can also send both kinds of snapshot events, with one secret.
  const ofConnect = account === undefined ? undefined : connectWebhookSecret
  const secret = isThin ? thinWebhookSecret : (ofConnect ?? webhookSecret)
  if (!secret) throw new Problem('not_found')
  try {
    if (isThin) {
      const event = stripe.parseEventNotification(payload, signature, secret)
      const related = 'related_object' in event ? event.related_object : null
      const subject = related && 'id' in related ? String(related.id) : ''
      const { id, type, livemode: isLive } = event
      return { id, type, subject, account: null, isLive, isOfOtherVersion: false }
    }
    const event = stripeEventOf(stripe.webhooks.constructEvent(payload, signature, secret))
    if (typeof event.id !== 'string' || typeof event.type !== 'string') throw new Problem('bad_webhook')
    return event
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Problem('bad_webhook')
  }
}

/** Reads a snapshot event, from a webhook or from Stripe's list of events. */
export function stripeEventOf(event: Stripe.Event): StripeEvent {
  return {
    id: event.id,
    type: event.type,
    subject: objectIdOf(event.data.object),
    account: event.account ?? null,
    isLive: event.livemode,
    isOfOtherVersion: event.api_version !== API_VERSION,
  }
}

/** Not verified yet. Only used to determine which secret signed the event. */
function envelopeOf(payload: Buffer): { object?: unknown; account?: unknown } {
  try {
    return (JSON.parse(payload.toString('utf8')) as { object?: unknown; account?: unknown } | null) ?? {}
  } catch {
    throw new Problem('bad_webhook')
  }
}

type StripeObject = { object?: unknown; id?: unknown; [field: string]: unknown }

/**
 * The id of the object to sync: an invoice's subscription, the charge of a refund or dispute, otherwise the object
 * itself.
 */
function objectIdOf(eventObject: object): string {
  const object = eventObject as StripeObject
  const idOf = (value: unknown): string => {
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    return typeof id === 'string' ? id : ''
  }
  switch (object.object) {
    case 'invoice': {
      const parent = object['parent'] as { subscription_details?: { subscription?: unknown } | null } | null
      return idOf(parent?.subscription_details?.subscription)
    }
    case 'dispute':
    case 'refund':
    case 'radar.early_fraud_warning':
      return idOf(object['charge'])
    case 'transfer':
      return idOf(object['source_transaction'])
    default:
      return idOf(object.id)
  }
}
