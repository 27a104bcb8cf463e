// A portfolio's accounts, and the connections to brokers that update some of them.
import { z } from 'zod'
import { Id, Instant } from '../wire.ts'
import { Completeness } from './track-record.ts'

export const Account = z.object({
  id: Id,
  broker: z.string(),
  source: z.enum(['file', 'snaptrade', 'plaid', 'sample']),
  /** The last digits of the account number, as the broker masks it. */
  label: z.string().nullable(),
  currency: z.string(),
  activities: z.int(),
  updatedAt: Instant,
  /** The connection that updates it; null if it comes from files. */
  connectionId: Id.nullable(),
  /** A paper trading account. Its owner sees it, but it counts toward no figure. */
  isPaper: z.boolean(),
  /** Whether its owner mapped the columns and entered the broker's name. */
  isMapped: z.boolean(),
  completeness: Completeness,
})
export type Account = z.output<typeof Account>

/** A provider that connects us to brokers. `isSample`: its accounts are sample data. */
export const Provider = z.object({ name: z.enum(['snaptrade', 'plaid']), isSample: z.boolean() })
export type Provider = z.output<typeof Provider>

/**
 * A connection to a broker. `reading`: its accounts are being read for the first time; `live`: they have been read;
 * `broken`: no new data until the owner signs in at the broker again; `ended`: the broker ended it, so it can't be
 * repaired.
 */
export const Connection = z.object({
  id: Id,
  provider: Provider,
  broker: z.string(),
  state: z.enum(['reading', 'live', 'broken', 'ended']),
  since: Instant,
  /** When everything was last read. */
  syncedAt: Instant.nullable(),
  /** Why it couldn't be read since, as a sentence for its owner. */
  trouble: z.string().nullable(),
})
export type Connection = z.output<typeof Connection>
