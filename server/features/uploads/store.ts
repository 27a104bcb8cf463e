// Stores which picture a profile shows.
import type { Deps } from '#server/deps.ts'
import { refusePictureOfSimilarCreator } from '#server/features/users/store.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Sets a profile's picture and returns the address of the previous one. The row is locked, so concurrent calls each
 * return a different one. Throws `Problem` with `user_not_found` if the account was deleted, and with `picture_like_creator`.
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
    await refusePictureOfSimilarCreator(deps, transaction, userId)
    return user.profileImageUrl
  })
}
