// Job: moves the file of a removed profile picture to where only moderators can open it, or back after an appeal.
import type { Deps } from '#server/deps.ts'
import { keyOfPicture, removedKeyOf } from './rules.ts'

/**
 * Goes by what the profile shows now, so it can be repeated and interrupted. Without this, anyone with the address of a
 * removed picture could still open it.
 */
export async function placePicture(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { personId, picture }: { personId: string; picture: string },
): Promise<void> {
  const key = keyOfPicture(picture)
  // It is stored elsewhere.
  if (key === null) return
  const shown = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', personId)
    .where('profileImageUrl', '=', picture)
    .executeTakeFirst()
  const [from, to] = shown ? [removedKeyOf(key), key] : [key, removedKeyOf(key)]
  const bytes = await storage.read(from, Infinity)
  if (bytes === null) return
  await storage.write(to, bytes, 'image/webp')
  await storage.remove(from)
}
