// What may be uploaded, which uploaded object a person may make their picture, and where pictures are found.
import type { UploadTerms } from '#server/adapters/storage/port.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

const UPLOADS_PATH = '/objects/uploads/'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const INCOMING = new RegExp(`^incoming/(${UUID})/${UUID}$`)
const PICTURE_NAME = new RegExp(`^${UUID}\\.webp$`)
const PICTURE_PATH = new RegExp(`^/objects/(pictures/${UUID}\\.webp)$`)

const IMAGE_TYPE = /^image\/[a-z0-9.+-]+$/i

/** Throws `Problem` with `not_an_image` or `picture_too_large` when what is declared can't become a picture (answer 39). */
export function checkDeclared({ contentType, size }: UploadTerms): void {
  if (contentType !== undefined && !IMAGE_TYPE.test(contentType)) throw new Problem('not_an_image')
  if (size !== undefined && size > PICTURE_MAX_BYTES) throw new Problem('picture_too_large')
}

/** The key of a new upload of this person. */
export const incomingKey = (userId: string, id: string) => `incoming/${userId}/${id}`

/**
 * The key of a stored picture, given its name as in `GET /objects/pictures/<name>`; null when no picture is
 * called so.
 */
export const pictureKey = (name: string) => (PICTURE_NAME.test(name) ? `pictures/${name}` : null)

/** The key behind a profile's picture address, or null when the picture is not one of our own. */
export const keyOfPicture = (objectPath: string | null) => PICTURE_PATH.exec(objectPath ?? '')?.[1] ?? null

/**
 * The key of the object that `given` means: an upload address (with or without its query) or an object path
 * (answer 21a). Throws `Problem('upload_not_found')` for anything else and `Problem('not_your_upload')` when
 * somebody else uploaded it.
 */
export function ownUpload(userId: string, given: string, keyOf: (url: string) => string | null): string {
  const key = keyOf(given) ?? keyInPath(given)
  const uploader = INCOMING.exec(key ?? '')?.[1]
  if (key === null || uploader === undefined) throw new Problem('upload_not_found')
  if (uploader !== userId) throw new Problem('not_your_upload')
  return key
}

/** The object path is the product's own name for an upload and means the same in either storage. */
function keyInPath(given: string): string | null {
  return given.startsWith(UPLOADS_PATH) ? (given.slice(UPLOADS_PATH.length).split('?')[0] ?? null) : null
}
