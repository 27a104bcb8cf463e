// Stripe through its own SDK: the client, what its refusals mean to us, and its signed events.
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { PaymentSettings } from '#server/config.ts'
import { Problem } from '#shared/problems.ts'

/** The version every request and every event of this code was written for. */
const API_VERSION = '2026-10-28.endive'
/** What takes longer has no answer; the SDK asks once more with the same idempotency key. */
const STRIPE_TIMEOUT_MS = 20_000
/** A person who waits is answered after this; what they asked for goes on. */
export const REQUEST_TIMEOUT_MS = 5000

/** `sandbox`: where the stand-in listens on loopback; none with real keys. */
export function openStripe(
  { secretKey }: Pick<PaymentSettings, 'secretKey'>,
  sandbox: { port: number } | null,
  timeoutMs = STRIPE_TIMEOUT_MS,
): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(sandbox && { host: '127.0.0.1', port: sandbox.port, protocol: 'http' as const }),
  })
}

/**
 * What an error of the SDK means: `missing` Stripe knows no such object; `refused` it will not do this, however often
 * it is asked; `unsure` nobody knows whether it was done: no answer, a failure over there, or too many questions.
 */
export type StripeErrorKind = 'missing' | 'refused' | 'unsure'

/** Null for what is no error of the SDK. */
export function stripeErrorKind(error: unknown): StripeErrorKind | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  if (error.code === 'resource_missing' || error.statusCode === 404) return 'missing'
  const { statusCode } = error
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode)
    ? 'refused'
    : 'unsure'
}

/** No answer came, so nobody knows whether it was done. */
export const isUnanswered = (error: unknown): boolean => error instanceof Stripe.errors.StripeConnectionError

export const stripeErrorCode = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined

/** The bank said no; the error's own words are for the card's owner. */
export const isDecline = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError

/** The parameter a refusal is about, such as `customer`. */
export const stripeErrorParam = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.param : undefined

export const stripeErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * Makes something once, however often and from wherever it is asked for: the call has a name. Stripe keeps a failure
 * under its name for a day, so after one the call is made again without. Only for what harms nobody when it lies there
 * twice, such as a price.
 * Source: https://docs.stripe.com/api/idempotent_requests
 */
export async function createOnce<T>(
  idempotencyKey: string,
  make: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await make({ idempotencyKey })
  } catch (error) {
    const isFailure = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
    if (!isFailure) throw error
    return await make({})
  }
}

/**
 * Runs calls to Stripe for a person who waits: whatever goes wrong over there becomes `payments_unavailable`, in its own
 * words or in `message`. After `REQUEST_TIMEOUT_MS` it throws `payments_slow`, and the calls go on without the person.
 */
export async function withTimeout<T>(
  calls: () => Promise<T>,
  log: (error: unknown) => void,
  message?: string,
): Promise<T> {
  const answer = calls()
  const patience = new AbortController()
  const isSlow = sleep(REQUEST_TIMEOUT_MS, true, { signal: patience.signal }).catch(() => false)
  try {
    if (await Promise.race([answer.then(() => false), isSlow])) {
      answer.catch(log)
      throw new Problem('payments_slow', { retryAfterSeconds: 2 })
    }
    return await answer
  } catch (error) {
    if (stripeErrorKind(error) === null) throw error
    log(error)
    throw new Problem('payments_unavailable', {
      retryAfterSeconds: 5,
      ...(message !== undefined && { message }),
    })
  } finally {
    patience.abort()
  }
}

/** More than one an hour for as long as Stripe keeps a failure. */
const NAMES = 30

/**
 * Finds what an earlier call made, or makes it, for what may fail for the time being, such as a transfer to an account on
 * hold. Stripe keeps a failure or refusal under the call's name for a day. A kept one says nothing about now, so after
 * another look the call is made under the next name. Throws what Stripe answers now.
 */
export async function findOrCreate<T>(
  name: string,
  find: () => Promise<T | null>,
  make: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const found = await find()
    if (found !== null) return found
    try {
      return await make({ idempotencyKey: tries === 1 ? name : `${name}:${tries}` })
    } catch (error) {
      if (!isReplayed(error) || tries === NAMES) throw error
    }
  }
}

const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

/** What an event says happened, to what. `isOfOtherVersion`: it was written for another version of the API than ours. */
export type StripeEvent = {
  id: string
  type: string
  subject: string
  isLive: boolean
  isOfOtherVersion: boolean
}

/**
 * Checks the signature and reads an event of either kind. Throws `bad_webhook` for a forged, stale or unreadable one,
 * and `not_found` for a kind whose secret is not set: an empty secret would let anybody sign.
 */
export function readStripeEvent(
  stripe: Stripe,
  { webhookSecret, thinWebhookSecret }: Pick<PaymentSettings, 'webhookSecret' | 'thinWebhookSecret'>,
  payload: Buffer,
  signature: string,
): StripeEvent {
  const isThin = kindOf(payload) === 'v2.core.event'
  const secret = isThin ? thinWebhookSecret : webhookSecret
  if (!secret) throw new Problem('not_found')
  try {
    if (isThin) {
      const event = stripe.parseEventNotification(payload, signature, secret)
      const related = 'related_object' in event ? event.related_object : null
      const subject = related && 'id' in related ? String(related.id) : ''
      return { id: event.id, type: event.type, subject, isLive: event.livemode, isOfOtherVersion: false }
    }
    const notice = stripeEventOf(stripe.webhooks.constructEvent(payload, signature, secret))
    if (typeof notice.id !== 'string' || typeof notice.type !== 'string') throw new Problem('bad_webhook')
    return notice
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Problem('bad_webhook')
  }
}

/** The event in few words, as it also comes from the list of events. */
export function stripeEventOf(event: Stripe.Event): StripeEvent {
  return {
    id: event.id,
    type: event.type,
    subject: subjectOf(event.data.object),
    isLive: event.livemode,
    isOfOtherVersion: event.api_version !== API_VERSION,
  }
}

function kindOf(payload: Buffer): unknown {
  try {
    return (JSON.parse(payload.toString('utf8')) as { object?: unknown } | null)?.object
  } catch {
    throw new Problem('bad_webhook')
  }
}

type Subject = { object?: unknown; id?: unknown; [field: string]: unknown }

/** The object whose standing is asked for again: of an invoice its subscription, of a refund or dispute the charge. */
function subjectOf(object: object): string {
  const subject = object as Subject
  const text = (value: unknown): string => {
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    return typeof id === 'string' ? id : ''
  }
  switch (subject.object) {
    case 'invoice': {
      const parent = subject['parent'] as { subscription_details?: { subscription?: unknown } | null } | null
      return text(parent?.subscription_details?.subscription)
    }
    case 'dispute':
    case 'radar.early_fraud_warning':
      return text(subject['charge'])
    case 'transfer':
      return text(subject['source_transaction'])
    default:
      return text(subject.id)
  }
}
