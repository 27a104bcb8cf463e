// Updates your own profile.
import type { z } from 'zod'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { ProfileUpdate } from '#shared/contracts/users.ts'
import { keyOfPicture } from '#server/features/uploads/rules.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Fields left out keep their values; an empty display name or bio is removed. Returns false if the price wasn't saved,
 * because a price is already on offer and must also change at Stripe. Throws `username_taken`, `creators_only` for the
 * price of a former creator, and `not_your_upload` for a stored picture other than the current one: only an upload can
 * set those.
 */
export async function updateProfile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  update: z.output<typeof ProfileUpdate>,
): Promise<boolean> {
  const { username, displayName, bio, profileImageUrl, isPublic, subscriptionPrice } = update
  const { stripePriceId, isCreator } = await db
    .selectFrom('users')
    .select(['stripePriceId', 'isCreator'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const hasNoPriceYet = stripePriceId === null
  // Checked first, so that a refused price changes nothing else either.
  if (subscriptionPrice !== undefined && !hasNoPriceYet && !isCreator) throw new Problem('creators_only')
  const changes = {
    ...(username !== undefined && { username }),
    ...(displayName !== undefined && { displayName: displayName || null }),
    ...(bio !== undefined && { bio: bio || null }),
    ...(profileImageUrl !== undefined && { profileImageUrl }),
    ...(isPublic !== undefined && { isPublic }),
    ...(subscriptionPrice !== undefined && hasNoPriceYet && { subscriptionPriceInCents: subscriptionPrice }),
  }
  if (Object.keys(changes).length === 0) return hasNoPriceYet
  const isStoredHere = profileImageUrl?.startsWith('/') === true
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ ...changes, updatedAt: clock.now() })
      .where('id', '=', userId)
      .$if(isStoredHere, (own) => own.where('profileImageUrl', '=', profileImageUrl ?? ''))
      .executeTakeFirstOrThrow()
    if (isStoredHere && numUpdatedRows === 0n) throw new Problem('not_your_upload')
    // A public profile shows the performance to others, so it is calculated now.
    if (isPublic === true)
      await enqueue(db, 'recompute_portfolio', { userId: userId }, { key: `made public ${userId}` })
    return hasNoPriceYet
  } catch (error) {
    if (violatedConstraint(error) === 'users_username') throw new Problem('username_taken')
    throw error
  }
}

/**
 * Deletes a picture that a profile no longer shows: anyone who knows its address could still open it. Does nothing for
 * pictures stored elsewhere. Throws nothing.
 */
export async function deletePicture(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  address: string | null,
): Promise<void> {
  const key = keyOfPicture(address)
  if (key === null) return
  await storage.remove(key).catch((error: unknown) => {
    log.warn({ key, error: String(error) }, 'a removed profile picture could not be deleted')
  })
}
