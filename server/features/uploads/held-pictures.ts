// Pictures that look like a removed one: held until a moderator decides, then shown or kept out.
import type { Transaction } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

export type NewHeldPicture = { id: string; personId: string; picture: string; hash: string; heldAt: Date }

export const holdPicture = (trx: Transaction<DB>, held: NewHeldPicture) =>
  trx.insertInto('heldPictures').values(held).execute()

/** Marks the person's held pictures as replaced, so that a later decision doesn't show them. */
export const dropHeldPictures = (trx: Transaction<DB>, personId: string) =>
  trx
    .updateTable('heldPictures')
    .set({ isReplaced: true })
    .where('personId', '=', personId)
    .where('isReplaced', '=', false)
    .execute()

/**
 * Shows a held picture on the profile, or removes it from there, and returns its hash. Null if the person has left. The
 * file of a removed one is only moved out of reach, because an appeal may restore it.
 */
export async function settleHeldPicture(
  trx: Transaction<DB>,
  id: string,
  isShown: boolean,
): Promise<string | null> {
  const held = await trx.selectFrom('heldPictures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!held) return null
  const { personId, picture, hash, isReplaced } = held
  const update = trx.updateTable('users').where('id', '=', personId)
  if (isShown && !isReplaced)
    await update.set({ profileImageUrl: picture, pictureHash: hash, hashedPicture: picture }).execute()
  if (!isShown)
    await update
      .set({ profileImageUrl: null, pictureHash: null, hashedPicture: null })
      .where('profileImageUrl', '=', picture)
      .execute()
  await enqueue(trx, 'place_picture', { personId, picture })
  await notify(trx, [personId], 'account')
  return hash
}
