// Removes a profile's name, picture and bio after a moderator's decision, or restores them after an appeal.
import { sql, type Transaction } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

type Texts = { displayName: string | null; bio: string | null; profileImageUrl: string | null }

/** The picture's file is only moved out of reach, because an appeal may restore it. */
export async function clearProfile(trx: Transaction<DB>, personId: string): Promise<void> {
  const shown = await trx
    .selectFrom('users')
    .select('profileImageUrl as picture')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  await trx
    .updateTable('users')
    .set({ displayName: null, displayNameSkeletons: null, bio: null, profileImageUrl: null })
    .set({ pictureHash: null, hashedPicture: null })
    .where('id', '=', personId)
    .execute()
  if (shown?.picture) await enqueue(trx, 'place_picture', { personId, picture: shown.picture })
  await notify(trx, [personId], 'account')
}

/** Restores only what the person hasn't replaced. */
export async function restoreProfile(trx: Transaction<DB>, personId: string, texts: Texts): Promise<void> {
  const { displayName, bio, profileImageUrl } = texts
  await trx
    .updateTable('users')
    .set({
      displayName: sql`coalesce(display_name, ${displayName})`,
      displayNameSkeletons: null,
      bio: sql`coalesce(bio, ${bio})`,
      profileImageUrl: sql`coalesce(profile_image_url, ${profileImageUrl})`,
    })
    .where('id', '=', personId)
    .execute()
  if (profileImageUrl) await enqueue(trx, 'place_picture', { personId, picture: profileImageUrl })
  await notify(trx, [personId], 'account')
}
