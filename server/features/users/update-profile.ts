// Updates one's own profile.
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { ProfileUpdate } from '#shared/contracts/users.ts'
import { keyOfPicture } from '#server/features/uploads/rules.ts'
import { isInCase } from '#server/features/safety/store.ts'
import { Problem } from '#shared/problems.ts'
import { refuseDeceptiveDisplayName, skeletonsOf } from './rules.ts'
import { changeUsername } from './change-username.ts'
import { looksLikeCreator, refusePictureOfSimilarCreator } from './store.ts'

/**
 * Missing fields keep their values; an empty display name or bio is removed. Returns false if the price wasn't saved,
 * because an offered price must also change at Stripe. Throws the problems of `changeUsername`, and `username_taken`,
 * `display_name_like_creator`, `picture_like_creator`, those of `refuseDeceptiveDisplayName`, `creators_only` for the
 * price of a former creator, and `not_your_upload` for a stored picture other than the current one, because only an
 * upload can set one.
 */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'config'> & AuditDeps,
  userId: string,
  update: z.output<typeof ProfileUpdate>,
): Promise<boolean> {
  try {
    return await deps.db.transaction().execute((trx) => updateRow(deps, trx, userId, update))
  } catch (error) {
    if (violatedConstraint(error) === 'users_username') throw new Problem('username_taken')
    throw error
  }
}

async function updateRow(
  deps: Pick<Deps, 'config'> & AuditDeps,
  trx: Transaction<DB>,
  userId: string,
  update: z.output<typeof ProfileUpdate>,
): Promise<boolean> {
  const { clock, config } = deps
  const { username, displayName, bio, profileImageUrl, isPublic, showsRecordToVisitors, subscriptionPrice } =
    update
  const now = clock.now()
  const before = await trx
    .selectFrom('users')
    .select([
      'username',
      'displayName',
      'stripePriceId',
      'isCreator',
      'profileImageUrl',
      'subscriptionPriceInCents',
    ])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const hasNoPriceYet = before.stripePriceId === null
  if (subscriptionPrice !== undefined && !hasNoPriceYet && !before.isCreator)
    throw new Problem('creators_only')
  if (profileImageUrl && isStoredPicture(profileImageUrl) && profileImageUrl !== before.profileImageUrl)
    throw new Problem('not_your_upload')
  // Only checked for a new name, because a creator may have taken a similar name since the current one was chosen.
  if (displayName && displayName !== before.displayName) {
    refuseDeceptiveDisplayName(displayName)
    if (await looksLikeCreator({ db: trx, clock, config }, userId, displayName))
      throw new Problem('display_name_like_creator')
  }
  const changes = {
    ...(displayName !== undefined && {
      displayName: displayName || null,
      displayNameSkeletons: skeletonsOf(displayName ?? ''),
    }),
    ...(bio !== undefined && { bio: bio || null }),
    ...(profileImageUrl !== undefined && { profileImageUrl }),
    ...(profileImageUrl !== undefined &&
      profileImageUrl !== before.profileImageUrl && { pictureHash: null, hashedPicture: null }),
    ...(isPublic !== undefined && { isPublic }),
    ...(showsRecordToVisitors !== undefined && { showsRecordToVisitors }),
    ...(subscriptionPrice !== undefined && hasNoPriceYet && { subscriptionPriceInCents: subscriptionPrice }),
  }
  if (username !== undefined && username !== before.username) {
    await changeUsername({ clock, config }, trx, { userId, before: before.username, username })
    await recordEvent(trx, deps, { event: 'username.changed', userId })
  }
  if (Object.keys(changes).length > 0)
    await trx
      .updateTable('users')
      .set({ ...changes, updatedAt: now })
      .where('id', '=', userId)
      .execute()
  if (isNewName(username, before.username) || isNewName(displayName, before.displayName))
    await refusePictureOfSimilarCreator({ clock, config }, trx, userId)
  const { subscriptionPriceInCents: price = before.subscriptionPriceInCents } = changes
  if (price !== before.subscriptionPriceInCents)
    await recordEvent(trx, deps, { event: 'price.changed', userId })
  // A public profile shows the performance to others, so it is computed now.
  if (isPublic === true)
    await enqueue(trx, 'recompute_portfolio', { userId }, { key: `made public ${userId}` })
  return hasNoPriceYet
}

const PUBLIC_TEXTS = ['username', 'displayName', 'bio', 'profileImageUrl'] as const

/**
 * Whether an update shows others a new name, bio or picture, which a suspended person may not do
 * (docs/decisions/0084-a-suspension-covers-the-profile.md). Removing one adds nothing.
 */
export const addsPublicText = (
  update: z.output<typeof ProfileUpdate>,
  before: Record<(typeof PUBLIC_TEXTS)[number], string | null> | undefined,
): boolean => PUBLIC_TEXTS.some((field) => Boolean(update[field]) && update[field] !== before?.[field])

const isNewName = (name: string | null | undefined, before: string | null) => Boolean(name) && name !== before

/** True even if the URL has a host, because it may be the product's own. */
const isStoredPicture = (address: string) => keyOfPicture(new URL(address, 'https://any').pathname) !== null

/**
 * Deletes a picture that a profile no longer shows, because anyone with its URL could still open it. If a case is about
 * it, moderators keep it. Does nothing for pictures stored elsewhere.
 */
export async function dropPicture(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  personId: string,
  picture: string,
): Promise<void> {
  const { db, storage, log } = deps
  const key = keyOfPicture(picture)
  if (key === null) return
  if (await isInCase(deps, personId, picture))
    return await enqueue(db, 'place_picture', { personId, picture })
  await storage.remove(key).catch((error: unknown) => {
    log.warn(
      { event: 'object_not_removed', key, error: String(error) },
      'a removed profile picture could not be deleted',
    )
  })
}
