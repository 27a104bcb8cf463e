// The port for providers that reach brokers. SnapTrade and Plaid implement it.
import type { Activity, Balance } from '#engine/portfolio/activity.ts'

export const PROVIDERS = ['snaptrade', 'plaid'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** A person's account at the provider: our id for them, and the secret that the provider issued. */
export type Customer = { id: string; secret: string | null }

/** One sign-in at one broker. */
export type Connection = {
  /** The provider's own id. It stays the same when the connection is repaired. */
  externalId: string
  broker: string
  /** Nothing can be read until the person signs in at the broker again. */
  isDisabled: boolean
  /** The secret that opens it, if each connection has its own. */
  secret: string | null
}

export type LinkedAccount = {
  externalId: string
  /** The last digits of its number, never more. */
  label: string | null
  /** ISO 4217. */
  currency: string
  /** A paper-trading account, which is never shown as real. */
  isPaper: boolean
  /** False while the provider is still reading the account for the first time. */
  isReady: boolean
}

/** `connection` and `customer` are the provider's ids. Null if the webhook is about all or none. */
export type Webhook = { customerId: string | null; connectionId: string | null }

/** Every method throws `ProviderError` for all errors that aren't bugs. */
export type Provider = {
  name: ProviderName
  /** Its accounts are sample data. */
  isSample: boolean
  /**
   * The page where the person signs in at a broker, which then returns to `returnUrl`. With `reconnect`, it repairs
   * that connection. `secret`: the customer's new secret.
   */
  begin(
    customer: Customer,
    options: { returnUrl: string; reconnect: Connection | null },
  ): Promise<{ url: string; secret: string }>
  /** All of the person's current connections. `known`: the stored ones. */
  connections(customer: Customer, known: readonly Connection[]): Promise<Connection[]>
  accounts(customer: Customer, connection: Connection): Promise<LinkedAccount[]>
  balance(customer: Customer, connection: Connection, account: LinkedAccount): Promise<Balance>
  /** Pages of everything the broker still reports, up to and including the day `to` (`YYYY-MM-DD`). */
  activities(
    customer: Customer,
    connection: Connection,
    account: LinkedAccount,
    to: string,
  ): AsyncIterable<Activity[]>
  /** Removes one connection at the provider. Does nothing if it is already gone. */
  remove(customer: Customer, connection: Connection): Promise<void>
  /** Makes the provider delete the person and all of their data. */
  forget(customer: Customer, known: readonly Connection[]): Promise<void>
  /** Null if the signature isn't the provider's, or the webhook is too old. */
  readWebhook(headers: Record<string, string | undefined>, body: Buffer): Promise<Webhook | null>
}

/**
 * `disabled`: the person has to sign in again. `busy`: rate limited or not ready; try again in `retryAfterMs`. `away`:
 * no valid answer. `gone`: the customer, connection or account doesn't exist.
 */
export type ProviderErrorKind = 'disabled' | 'busy' | 'away' | 'gone'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  /** Undefined if the caller should decide. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}
