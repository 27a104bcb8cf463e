// Has a portfolio worked out by the queue: once, however often it is called for meanwhile.
import { type Kysely, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

const keyOf = (userId: string) => `recompute ${userId}`

export const enqueueRecompute = (db: Kysely<DB> | Transaction<DB>, userId: string): Promise<void> =>
  enqueue(db, 'recompute_portfolio', { userId }, { key: keyOf(userId) })
