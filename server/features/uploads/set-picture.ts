// Turns an uploaded object into its uploader's profile picture.
import type { Deps } from '#server/deps.ts'
import { makeProfilePicture, pictureHash } from '#server/adapters/profile-picture.ts'
import { isInCase } from '#server/features/safety/store.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { keyOfPicture, keyOfOwnUpload } from './rules.ts'
import { type OpenPictureCase, replacePicture } from './store.ts'

/**
 * Returns the path of the new picture, `/objects/pictures/<uuid>.webp`; if it is held for review, the path of the
 * previous picture, which stays, or null. Throws `Problem` with `upload_not_found`, `not_your_upload`,
 * `picture_too_large`, `bad_picture`, `picture_like_creator`, `picture_removed`, `storage_unavailable` or
 * `unavailable`.
 */
export async function setPicture(
  deps: Deps,
  openCase: OpenPictureCase,
  userId: string,
  profileImageUrl: string,
): Promise<{ objectPath: string | null; isHeld: boolean }> {
  const upload = keyOfOwnUpload(userId, profileImageUrl, (url) => deps.storage.keyOf(url))
  const picture = await readPicture(deps, upload)
  const key = `pictures/${deps.clock.newId()}.webp`
  await deps.storage.write(key, picture.bytes, picture.contentType)
  const objectPath = `/objects/${key}`
  const hash = await pictureHash(picture.bytes)
  const replaced = await replacePicture(deps, userId, objectPath, hash, openCase).catch(
    async (error: unknown) => {
      // After other failures the object is kept: the profile may show it if only the response to the commit was lost.
      if (error instanceof Problem && ['picture_like_creator', 'picture_removed'].includes(error.code))
        await Promise.all([removeUnneeded(deps, key), removeUnneeded(deps, upload)])
      throw error
    },
  )
  await removeUnneeded(deps, upload)
  const { previous, isHeld } = replaced
  // The file of a held picture is kept for moderators, and the profile keeps the previous picture.
  if (isHeld) return { objectPath: previous, isHeld }
  const previousKey = keyOfPicture(previous)
  if (previous === null || previousKey === null) return { objectPath, isHeld }
  if (await isInCase(deps, userId, previous))
    await enqueue(deps.db, 'place_picture', { personId: userId, picture: previous })
  else await removeUnneeded(deps, previousKey)
  return { objectPath, isHeld }
}

/** Reads an upload. Removes it if it can't become a picture, so that it isn't decoded twice. */
async function readPicture(deps: Deps, upload: string) {
  try {
    const bytes = await deps.storage.read(upload, PICTURE_MAX_BYTES)
    if (bytes === null) throw new Problem('upload_not_found')
    return await makeProfilePicture(bytes)
  } catch (error) {
    if (error instanceof Problem && (error.code === 'bad_picture' || error.code === 'picture_too_large'))
      await removeUnneeded(deps, upload)
    throw error
  }
}

/** Only logs a failure, because the picture is set or refused either way, and a leftover object only takes up space. */
async function removeUnneeded(deps: Deps, key: string): Promise<void> {
  await deps.storage.remove(key).catch((error: unknown) => {
    deps.log.warn(
      { event: 'object_not_removed', key, error: String(error) },
      'an unneeded object could not be removed',
    )
  })
}
