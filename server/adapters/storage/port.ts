// The storage for pictures: on disk by default, in an S3-compatible bucket in production.

/**
 * The limits of an upload. An undefined term isn't limited. 5 MB is always the maximum, and the image is
 * checked later.
 */
export type UploadTerms = { contentType: string | undefined; size: number | undefined }

/**
 * The object with the log's newest checkpoint. Not in backups: an older one would hide that the database was
 * rolled back.
 */
export const LOG_HEAD = 'log-head'
/** The object with the address of the database that holds this checkpoint. Not in backups either. */
export const LOG_HEAD_DATABASE = 'log-head-database'

export type Storage = {
  /** A signed URL, absolute or root-relative, that accepts a PUT of this object for the next 15 minutes. */
  signUpload(key: string, terms: UploadTerms): Promise<string>
  /** The object's key if `url` is an upload URL of this storage (with or without its query), otherwise null. */
  keyOf(url: string): string | null
  /** The object's bytes, or null if it doesn't exist. Throws `Problem('picture_too_large')` beyond `maxBytes`. */
  read(key: string, maxBytes: number): Promise<Buffer | null>
  /** Throws `Problem('storage_unavailable')` if the storage is full or unreachable. */
  write(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Does nothing if the object doesn't exist. */
  remove(key: string): Promise<void>
  /** The keys of all objects, including unused uploads. */
  list(): AsyncIterable<string>
  /** The origins that pages upload to; empty if it is the product's own. */
  uploadOrigins: string[]
}
