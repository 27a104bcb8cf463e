// Stripe's SDK: the client, what its errors mean, and idempotent calls. The only importer of the SDK.
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { PaymentSettings } from '#server/payment-settings.ts'
import { Problem } from '#shared/problems.ts'

/** The API version that this code is written for. */
export const API_VERSION = '2026-10-28.endive'
/** After this time, the SDK retries once with the same idempotency key. */
const STRIPE_TIMEOUT_MS = 20_000
/** How long a person waits for Stripe; the call itself continues. */
export const REQUEST_TIMEOUT_MS = 5000

/** `sandbox`: the Stripe sandbox on loopback; null with real keys. */
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
 * What an error of the SDK means. `missing`: the object doesn't exist. `refused`: a retry would fail again. `unsure`:
 * the call may have succeeded or can be retried (no response, an error at Stripe, a conflict, a rate limit).
 */
export type StripeErrorKind = 'missing' | 'refused' | 'unsure'

/** Null if the error isn't the SDK's. */
export function stripeErrorKind(error: unknown): StripeErrorKind | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  if (error.code === 'resource_missing' || error.statusCode === 404) return 'missing'
  const { statusCode } = error
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode)
    ? 'refused'
    : 'unsure'
}

/** Stripe didn't respond, so the call may or may not have succeeded. */
export const isUnanswered = (error: unknown): boolean => error instanceof Stripe.errors.StripeConnectionError

export const stripeErrorCode = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined

/** The bank declined the card; the error's message is meant for the cardholder. */
export const isDecline = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError

/** The parameter that an error is about, such as `customer`. */
export const stripeErrorParam = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.param : undefined

export const stripeErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const POLL_MS = 300
const POLL_FOR_MS = 60_000

/**
 * Repeats a call while Stripe refuses it because another server's call with the same idempotency key is in progress.
 * Once that call is done, Stripe answers with its result. Throws Stripe's refusal after a minute.
 */
export async function waitForIdempotencyKey<T>(call: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return await call()
    } catch (error) {
      if (stripeErrorCode(error) !== 'idempotency_key_in_use' || waitedMs >= POLL_FOR_MS) throw error
    }
    await sleep(POLL_MS)
  }
}

/**
 * Creates an object once per idempotency key, and waits while another server does. Stripe repeats a server error for
 * the same key for a day, so after a server error the call is repeated without a key. Only use this for objects that
 * may exist twice, such as prices. Source: https://docs.stripe.com/api/idempotent_requests
 */
export async function createOnce<T>(
  idempotencyKey: string,
  create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await waitForIdempotencyKey(() => create({ idempotencyKey }))
  } catch (error) {
    const isServerError = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
    if (!isServerError) throw error
    return await create({})
  }
}

/**
 * Waits for Stripe calls while a person waits. A Stripe error becomes `payments_unavailable`, with
 * `message` if given. After `REQUEST_TIMEOUT_MS` it throws `payments_slow`, and the calls continue in the background.
 */
export async function withTimeout<T>(
  result: Promise<T>,
  log: (error: unknown) => void,
  message?: string,
): Promise<T> {
  const timer = new AbortController()
  const isSlow = sleep(REQUEST_TIMEOUT_MS, true, { signal: timer.signal }).catch(() => false)
  try {
    if (await Promise.race([result.then(() => false), isSlow])) {
      result.catch(log)
      throw new Problem('payments_slow', { retryAfterSeconds: 2 })
    }
    return await result
  } catch (error) {
    if (stripeErrorKind(error) === null) throw error
    log(error)
    throw new Problem('payments_unavailable', {
      retryAfterSeconds: 5,
      ...(message !== undefined && { message }),
    })
  } finally {
    timer.abort()
  }
}

/** More than one per hour of the day for which Stripe repeats an error. */
const KEYS_MAX = 30

/**
 * Finds the object that an earlier call created, or creates it. For calls that may fail temporarily, such as a transfer
 * to an account on hold: Stripe repeats an error for the same idempotency key for a day. A repeated error may be out of
 * date, so after looking for the object again, the call is made with the next key. Throws Stripe's current error.
 */
export async function findOrCreate<T>(
  idempotencyKey: string,
  find: () => Promise<T | null>,
  create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const found = await find()
    if (found !== null) return found
    try {
      const key = tries === 1 ? idempotencyKey : `${idempotencyKey}:${tries}`
      return await waitForIdempotencyKey(() => create({ idempotencyKey: key }))
    } catch (error) {
      if (!isReplayed(error) || tries === KEYS_MAX) throw error
    }
  }
}

const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
