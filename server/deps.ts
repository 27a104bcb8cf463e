// Everything the features depend on: one object, opened by open-deps.ts and passed explicitly.
import type pg from 'pg'
import type { Log } from '#server/log.ts'
import type { Stripe } from 'stripe'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ChangeListener } from './db/listener.ts'
import type { Db, StatementPool } from './db/open.ts'
import type { Provider } from './adapters/broker/provider.ts'
import type { Market } from './adapters/market/port.ts'
import type { Mail } from './adapters/mail.ts'
import type { Push } from './adapters/push.ts'
import type { Storage } from './adapters/storage/port.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { SessionCache } from './http/session-cache.ts'
import type { Secrets } from './secrets.ts'

/** Adds posted signals to timelines (features/signals/deliver-signals.ts). */
export type SignalDelivery = {
  /** Delivers at once instead of with the next poll. Call it after a signal was posted. */
  trigger(): void
  /** Stops once the current step is done. */
  stop(): Promise<void>
}

export type Deps = {
  config: Config
  clock: Clock
  db: Db
  pool: pg.Pool
  /** Only for prepared statements: each is planned once per connection. */
  statements: StatementPool
  stripe: Stripe
  market: Market
  /** The configured broker providers; empty if there are none. */
  providers: Provider[]
  secrets: Secrets
  storage: Storage
  mail: Mail
  push: Push
  signalDelivery: SignalDelivery
  /** Change notifications from every copy of the server. */
  changes: ChangeListener
  /** Sessions that were read within the last second. */
  sessions: SessionCache
  log: Log
  /** Undefined unless `METRICS_PORT` is set. */
  metrics: Metrics | undefined
}
