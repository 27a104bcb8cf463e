// Stores which picture a profile shows.
import type { Db } from '#server/db/open.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Sets a profile's picture and returns the address of the previous one. The row is locked, so concurrent calls each
 * return a different one. Throws `Problem('user_not_found')` if the account was deleted.
 */
export function replacePicture(
  db: Db,
  userId: string,
  objectPath: string,
  now: Date,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('profileImageUrl')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (user === undefined) throw new Problem('user_not_found')
    await transaction
      .updateTable('users')
      .set({ profileImageUrl: objectPath, updatedAt: now })
      .where('id', '=', userId)
      .execute()
    return user.profileImageUrl
  })
}
