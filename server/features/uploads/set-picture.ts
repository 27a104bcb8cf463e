// Makes an uploaded object its uploader's profile picture.
import type { Deps } from '#server/deps.ts'
import { makeProfilePicture } from '#server/adapters/profile-picture.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { keyOfPicture, ownUpload } from './rules.ts'
import { replacePicture } from './store.ts'

/**
 * Returns the path of the new picture, `/objects/pictures/<uuid>.webp`. Throws `Problem` with
 * `upload_not_found`, `not_your_upload`, `picture_too_large`, `bad_picture`, `storage_unavailable` or
 * `unavailable`.
 */
export async function setPicture(deps: Deps, userId: string, profileImageUrl: string): Promise<string> {
  const upload = ownUpload(userId, profileImageUrl, (url) => deps.storage.keyOf(url))
  const picture = await performanceSummary(deps, upload)
  const key = `pictures/${deps.clock.newId()}.webp`
  await deps.storage.write(key, picture.bytes, picture.contentType)
  const objectPath = `/objects/${key}`
  // When this fails the new object stays behind: a commit whose answer was lost may already point at it.
  const previous = await replacePicture(deps.db, userId, objectPath, deps.clock.now())
  await discard(deps, upload)
  const previousKey = keyOfPicture(previous)
  if (previousKey !== null) await discard(deps, previousKey)
  return objectPath
}

/** An upload that can't become a picture is of no use to anyone, and is not decoded a second time. */
async function performanceSummary(deps: Deps, upload: string) {
  try {
    const bytes = await deps.storage.read(upload, PICTURE_MAX_BYTES)
    if (bytes === null) throw new Problem('upload_not_found')
    return await makeProfilePicture(bytes)
  } catch (error) {
    if (error instanceof Problem && (error.code === 'bad_picture' || error.code === 'picture_too_large'))
      await discard(deps, upload)
    throw error
  }
}

/** The picture is set (or refused) either way: what can't be removed now only takes up room. */
async function discard(deps: Deps, key: string): Promise<void> {
  await deps.storage.remove(key).catch((error: unknown) => {
    deps.log.warn({ key, error: String(error) }, 'an object that is not needed any more could not be removed')
  })
}
