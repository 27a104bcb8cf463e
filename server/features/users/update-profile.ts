// Changes the own profile.
import type { z } from 'zod'
import { brokenConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { ProfileUpdate } from '#shared/contracts/users.ts'
import type { Viewer } from '#server/http/session.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Fields left out stay as they are; an empty display name or bio is removed. Throws `username_taken`, and
 * `not_your_upload` for a stored picture that is not the person's present one: only uploading sets those.
 * Throws `creators_only` for the price of somebody who was a creator once.
 * False when the price was left as it is, because one is on offer already and Stripe has to be told.
 */
export async function updateProfile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'isCreator'>,
  update: z.output<typeof ProfileUpdate>,
): Promise<boolean> {
  const { username, displayName, bio, profileImageUrl, isPublic, subscriptionPrice } = update
  const { stripePriceId } = await db
    .selectFrom('users')
    .select('stripePriceId')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const isPriceOpen = stripePriceId === null
  // Before anything is changed: who may not have the price changed, has nothing changed.
  if (subscriptionPrice !== undefined && !isPriceOpen && !viewer.isCreator) throw new Problem('creators_only')
  const changes = {
    ...(username !== undefined && { username }),
    ...(displayName !== undefined && { displayName: displayName || null }),
    ...(bio !== undefined && { bio: bio || null }),
    ...(profileImageUrl !== undefined && { profileImageUrl }),
    ...(isPublic !== undefined && { isPublic }),
    ...(subscriptionPrice !== undefined && isPriceOpen && { subscriptionPriceInCents: subscriptionPrice }),
  }
  if (Object.keys(changes).length === 0) return isPriceOpen
  const isStoredHere = profileImageUrl?.startsWith('/') === true
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ ...changes, updatedAt: clock.now() })
      .where('id', '=', viewer.id)
      .$if(isStoredHere, (own) => own.where('profileImageUrl', '=', profileImageUrl ?? ''))
      .executeTakeFirstOrThrow()
    if (isStoredHere && numUpdatedRows === 0n) throw new Problem('not_your_upload')
    // From now on others see the performance, which the portfolio has to know.
    if (isPublic === true)
      await enqueue(db, 'recompute_portfolio', { userId: viewer.id }, { key: `made public ${viewer.id}` })
    return isPriceOpen
  } catch (error) {
    if (brokenConstraint(error) === 'users_username') throw new Problem('username_taken')
    throw error
  }
}
