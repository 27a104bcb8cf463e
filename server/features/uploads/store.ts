// Stores which picture a profile shows.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { refusePictureOfSimilarCreator } from '#server/features/users/store.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Sets a profile's picture and returns the address of the previous one. The row is locked, so concurrent calls each
 * return a different one. Throws `Problem` with `user_not_found` if the account was deleted, and with `picture_removed` and
 * `picture_like_creator`.
 */
export function replacePicture(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: string,
  objectPath: string,
  hash: string | null,
): Promise<string | null> {
  return deps.db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('profileImageUrl')
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
    await refuseRemoved(transaction, hash)
    await refusePictureOfSimilarCreator(deps, transaction, userId)
    return user.profileImageUrl
  })
}

/** Copies differ in a few bits after another compression; different pictures in about half of 64. */
const COPY_BITS_MAX = 6

/** Throws `picture_removed` for a copy of a picture that a moderator removed. */
async function refuseRemoved(trx: Transaction<DB>, hash: string | null): Promise<void> {
  if (hash === null) return
  const copy = await trx
    .selectFrom('removedPictures')
    .select('decisionId')
    .where(sql<boolean>`bit_count(hash # ${hash}::bit(64)) <= ${sql.lit(COPY_BITS_MAX)}`)
    .executeTakeFirst()
  if (copy) throw new Problem('picture_removed')
}
