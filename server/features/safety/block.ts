// Blocks and unblocks a person. Both calls can be repeated.
import type { Kysely, Transaction } from 'kysely'
import { notify } from '#server/db/notify.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { Problem } from '#shared/problems.ts'
import { reachablePerson } from './store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** What other features do in the transaction of a block. Passed in because it changes their tables. */
export type EndTies = {
  unfollow: (trx: Transaction<DB>, followerId: string, followingId: string) => Promise<void>
  /** Ends a subscription between the two after the commit. */
  enqueueEndOfPayments: (trx: Transaction<DB>, oneId: string, otherId: string) => Promise<void>
}

/**
 * Throws `self_block`, and `user_not_found` if the person doesn't exist or is hidden from the viewer. A block counts
 * for every call from its commit on (`isBlocked` in visibility.ts).
 */
export async function block(deps: Needs, ends: EndTies, viewerId: string, personId: string): Promise<void> {
  if (viewerId === personId) throw new Problem('self_block')
  const person = await reachablePerson(deps, viewerId, personId)
  if (!person) throw new Problem('user_not_found')
  const { db, clock } = deps
  await db
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('blocks')
        .values({ blockerId: viewerId, blockedId: personId, createdAt: clock.now() })
        .onConflict((conflict) => conflict.columns(['blockerId', 'blockedId']).doNothing())
        .execute()
      await ends.unfollow(trx, viewerId, personId)
      await ends.unfollow(trx, personId, viewerId)
      await ends.enqueueEndOfPayments(trx, viewerId, personId)
      await notifyBoth(trx, viewerId, personId)
    })
    .catch((error: unknown) => {
      // One of the two accounts was deleted after the check above.
      if (violatedConstraint(error) === 'blocks_blocker_id_fkey') throw new Problem('unauthorized')
      throw violatedConstraint(error) === 'blocks_blocked_id_fkey' ? new Problem('user_not_found') : error
    })
}

/** Follows and subscriptions stay ended. Does nothing if the person isn't blocked or doesn't exist. */
export async function unblock({ db }: Pick<Deps, 'db'>, viewerId: string, personId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('blocks')
      .where('blockerId', '=', viewerId)
      .where('blockedId', '=', personId)
      .executeTakeFirst()
    if (removed.numDeletedRows > 0n) await notifyBoth(trx, viewerId, personId)
  })
}

/** Makes the open pages of both people reload everything that shows people, without revealing why. */
const notifyBoth = (db: Kysely<DB>, viewerId: string, personId: string) =>
  notify(db, [viewerId, personId], 'subscriptions')
