// The rules for uploads: what may be uploaded, who owns an upload, and the keys of stored pictures.
import type { UploadTerms } from '#server/adapters/storage/port.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

const UPLOADS_PATH = '/objects/uploads/'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const INCOMING = new RegExp(`^incoming/(${UUID})/${UUID}$`)
const PICTURE_NAME = new RegExp(`^${UUID}\\.webp$`)
const PICTURE_PATH = new RegExp(`^/objects/(pictures/${UUID}\\.webp)$`)

const IMAGE_TYPE = /^image\/[a-z0-9.+-]+$/i

/**
 * Throws `Problem` with `not_an_image` or `picture_too_large` if the declared type or size isn't allowed (spec answer
 * 39).
 */
export function checkUploadTerms({ contentType, size }: UploadTerms): void {
  if (contentType !== undefined && !IMAGE_TYPE.test(contentType)) throw new Problem('not_an_image')
  if (size !== undefined && size > PICTURE_MAX_BYTES) throw new Problem('picture_too_large')
}

/** The key of a person's new upload. */
export const incomingKey = (userId: string, id: string) => `incoming/${userId}/${id}`

/** The key of a stored picture, given the name in `GET /objects/pictures/<name>`; null if it isn't a picture's name. */
export const pictureKey = (name: string) => (PICTURE_NAME.test(name) ? `pictures/${name}` : null)

/** The key behind a profile's picture address; null if the picture isn't stored here. */
export const keyOfPicture = (objectPath: string | null) => PICTURE_PATH.exec(objectPath ?? '')?.[1] ?? null

/** The key of a picture once it is removed; only moderators can open it there. */
export const removedKeyOf = (key: string) => `removed-${key}`

/**
 * The key of the uploaded object that `given` names: an upload URL (with or without its query) or an object path (spec
 * answer 21a). Throws `Problem('upload_not_found')` for anything else, and `Problem('not_your_upload')` if someone else
 * uploaded it.
 */
export function keyOfOwnUpload(userId: string, given: string, keyOf: (url: string) => string | null): string {
  const key = keyOf(given) ?? keyInPath(given)
  const uploader = INCOMING.exec(key ?? '')?.[1]
  if (key === null || uploader === undefined) throw new Problem('upload_not_found')
  if (uploader !== userId) throw new Problem('not_your_upload')
  return key
}

/** The object path is the product's name for an upload, the same in either storage. */
function keyInPath(given: string): string | null {
  return given.startsWith(UPLOADS_PATH) ? (given.slice(UPLOADS_PATH.length).split('?')[0] ?? null) : null
}

/** Perceptual hashes of recompressed copies differ in a few bits; different pictures differ in about half of the 64. */
export const COPY_BITS_MAX = 6
