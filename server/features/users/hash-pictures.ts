// Calculates the hashes of pictures that an older version stored (docs/decisions/0046-names-that-deceive.md).
import type { Deps } from '#server/deps.ts'
import { pictureHash } from '#server/adapters/profile-picture.ts'
import { keyOfPicture } from '#server/features/uploads/rules.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'

const PEOPLE_AT_ONCE = 100

/** A picture that can't be read has no hash, and isn't tried again. */
export async function hashPictures({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  for (;;) {
    const people = await db
      .selectFrom('users')
      .select(['id', 'profileImageUrl'])
      .where('profileImageUrl', 'like', '/objects/pictures/%')
      .whereRef('hashedPicture', 'is distinct from', 'profileImageUrl')
      .limit(PEOPLE_AT_ONCE)
      .execute()
    if (people.length === 0) return
    for (const { id, profileImageUrl } of people) {
      const key = keyOfPicture(profileImageUrl)
      const bytes = key && (await storage.read(key, PICTURE_MAX_BYTES))
      const hash = bytes ? await pictureHash(bytes).catch(() => null) : null
      await db
        .updateTable('users')
        .set({ pictureHash: hash, hashedPicture: profileImageUrl })
        .where('id', '=', id)
        .where('profileImageUrl', '=', profileImageUrl)
        .execute()
    }
  }
}
