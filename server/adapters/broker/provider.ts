// What a provider that reaches brokers must be able to do; SnapTrade's and Plaid's own words end at its edge.
import type { Decimal } from 'decimal.js'
import type { Activity, Position } from './port.ts'

export const PROVIDERS = ['snaptrade', 'plaid'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** A person as the provider knows them: by our own id of theirs, and the secret it gave for them. */
export type Customer = { id: string; secret: string | null }

/** One sign-in at one broker. */
export type Connection = {
  /** The provider's own id; stays the same when the connection is mended. */
  externalId: string
  broker: string
  /** Nothing can be read until the person has signed in at the broker again. */
  isDisabled: boolean
  /** What opens it, where each connection has a secret of its own. */
  secret: string | null
}

export type LinkedAccount = {
  externalId: string
  /** The last figures of its number, never more. */
  label: string | null
  /** ISO 4217. */
  currency: string
  /** Play money; never shown as real. */
  isPaper: boolean
  /** False while the provider still reads the account for the first time. */
  isReady: boolean
}

/** What is there now, as the broker says. */
export type Balance = { positions: Position[]; cash: { currency: string; amount: Decimal }[] }

/** `connection` and `customer` are the ids of the provider; null where the webhook is about all or none. */
export type Webhook = { customerId: string | null; connectionId: string | null }

/** Every method throws `ProviderError` and nothing else for what is not a bug. */
export type Provider = {
  name: ProviderName
  /** Its accounts are sample data. */
  isSample: boolean
  /**
   * Where the person signs in at a broker and comes back from to `returnUrl`; with `reconnect`, to mend that one.
   * `secret`: the customer's from now on.
   */
  begin(
    customer: Customer,
    options: { returnUrl: string; reconnect: Connection | null },
  ): Promise<{ url: string; secret: string }>
  /** All the person has there now. `known`: those we know of already. */
  connections(customer: Customer, known: readonly Connection[]): Promise<Connection[]>
  accounts(customer: Customer, connection: Connection): Promise<LinkedAccount[]>
  balance(customer: Customer, connection: Connection, account: LinkedAccount): Promise<Balance>
  /** Pages of everything the broker still tells, to the end of the day `to` (`YYYY-MM-DD`). */
  activities(
    customer: Customer,
    connection: Connection,
    account: LinkedAccount,
    to: string,
  ): AsyncIterable<Activity[]>
  /** Ends one connection there; one that is gone already is as good. */
  remove(customer: Customer, connection: Connection): Promise<void>
  /** Has the provider delete the person with everything it has of theirs. */
  forget(customer: Customer, known: readonly Connection[]): Promise<void>
  /** Null when its signature is not the provider's, or it is too old. */
  readWebhook(headers: Record<string, string | undefined>, body: Buffer): Promise<Webhook | null>
}

/**
 * `disabled`: the person has to sign in again. `busy`: too often, or not ready; try again in `retryAfterMs`.
 * `away`: did not answer as it should. `gone`: there is no such customer, connection or account.
 */
export type ProviderErrorKind = 'disabled' | 'busy' | 'away' | 'gone'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  /** Undefined: as the one who asked thinks fit. */
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
