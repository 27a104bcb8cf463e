// Where pictures are kept: on disk by default, in an S3-compatible bucket in production.

/** What an uploader is allowed to PUT. Undefined parts are not fixed (an image of at most 5 MB is still checked later). */
export type UploadTerms = { contentType: string | undefined; size: number | undefined }

export type Storage = {
  /** A signed absolute or root-relative address that takes one PUT of this object for the next 15 minutes. */
  signUpload(key: string, terms: UploadTerms): Promise<string>
  /** The object's key when `url` is an upload address of this storage (with or without its query), else null. */
  keyOf(url: string): string | null
  /** The object's bytes, or null when there is none. Throws `Problem('picture_too_large')` beyond `maxBytes`. */
  read(key: string, maxBytes: number): Promise<Buffer | null>
  /** Throws `Problem('storage_unavailable')` when the storage has no room or can't be reached. */
  write(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Origins a page must be allowed to connect to for uploading; empty when it is the product's own. */
  uploadOrigins: string[]
}
