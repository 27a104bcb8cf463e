// Stores which picture a profile shows.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { refusePictureOfSimilarCreator } from '#server/features/users/store.ts'
import { Problem } from '#shared/problems.ts'
import { dropHeldPictures, holdPicture } from './held-pictures.ts'
import { COPY_BITS_MAX } from './rules.ts'

export type Replaced = {
  /** The address of the previous picture. */
  previous: string | null
  /** Whether the new picture waits for a moderator and the previous one stays. */
  isHeld: boolean
}

/** Opens a case about a held picture (server/features/safety). */
export type OpenPictureCase = (
  trx: Transaction<DB>,
  clock: Deps['clock'],
  held: { id: string; personId: string; picture: string },
) => Promise<void>

/**
 * Sets a profile's picture. A picture that looks like a removed one is held instead. The row is locked, so concurrent
 * calls each return a different previous one. Throws `Problem` with `user_not_found` if the account was deleted, and
 * with `picture_removed` and `picture_like_creator`.
 */
export function replacePicture(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: string,
  objectPath: string,
  hash: string | null,
  openCase: OpenPictureCase,
): Promise<Replaced> {
  return deps.db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['profileImageUrl', 'pictureHash', 'hashedPicture'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (user === undefined) throw new Problem('user_not_found')
    await transaction
      .updateTable('users')
      .set({
        profileImageUrl: objectPath,
        pictureHash: hash,
        hashedPicture: objectPath,
        updatedAt: deps.clock.now(),
      })
      .where('id', '=', userId)
      .execute()
    const isHeld = await looksRemoved(transaction, hash)
    await refusePictureOfSimilarCreator(deps, transaction, userId)
    await dropHeldPictures(transaction, userId)
    if (!isHeld || hash === null) return { previous: user.profileImageUrl, isHeld: false }
    await transaction.updateTable('users').set(user).where('id', '=', userId).execute()
    const held = { id: deps.clock.newId(), personId: userId, picture: objectPath }
    await holdPicture(transaction, { ...held, hash, heldAt: deps.clock.now() })
    await openCase(transaction, deps.clock, held)
    return { previous: user.profileImageUrl, isHeld: true }
  })
}

/**
 * A crop, a border or a filter changes more bits. Fewer than one of a million pairs of unrelated hashes are this close.
 */
const NEAR_BITS_MAX = 12

/** Whether the picture looks like one that a moderator removed. Throws `picture_removed` for a copy. */
async function looksRemoved(trx: Transaction<DB>, hash: string | null): Promise<boolean> {
  if (hash === null) return false
  const distance = sql<number>`bit_count(hash # ${hash}::bit(64))::int`
  const nearest = await trx
    .selectFrom('removedPictures')
    .select(distance.as('bits'))
    .where(distance, '<=', NEAR_BITS_MAX)
    .orderBy(distance)
    .limit(1)
    .executeTakeFirst()
  if (nearest && nearest.bits <= COPY_BITS_MAX) throw new Problem('picture_removed')
  return nearest !== undefined
}
