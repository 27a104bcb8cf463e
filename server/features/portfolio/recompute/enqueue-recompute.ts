// Enqueues the recompute of a portfolio. Jobs of one person share a key, so several calls make one job.
import { type Kysely, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

const keyOf = (userId: string) => `recompute ${userId}`

export const enqueueRecompute = (db: Kysely<DB> | Transaction<DB>, userId: string): Promise<void> =>
  enqueue(db, 'recompute_portfolio', { userId }, { key: keyOf(userId) })
