// What the features are given: one plain object, opened by open-deps.ts and passed on explicitly.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Stripe } from 'stripe'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, StatementPool } from './db/open.ts'
import type { Changes } from './db/listen.ts'
import type { Delivery } from './features/signals/delivery.ts'
import type { Provider } from './adapters/broker/provider.ts'
import type { Market } from './adapters/market/port.ts'
import type { Mail } from './adapters/mail.ts'
import type { Storage } from './adapters/storage/port.ts'
import type { SessionCache } from './http/session-cache.ts'
import type { Secrets } from './secrets.ts'

export type Deps = {
  config: Config
  clock: Clock
  db: Db
  pool: pg.Pool
  /** For prepared statements only: each is planned once, for all values. */
  statements: StatementPool
  stripe: Stripe
  market: Market
  /** Through whom brokers can be connected; none where nobody is set up. */
  providers: Provider[]
  secrets: Secrets
  storage: Storage
  mail: Mail
  delivery: Delivery
  /** What any copy of the server changes. */
  changes: Changes
  sessions: SessionCache
  log: Logger
}
