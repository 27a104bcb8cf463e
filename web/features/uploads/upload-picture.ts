// Sends a picture to the storage in one request; loaded only once somebody chooses one.
import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { uploads } from '#shared/contracts/uploads.ts'
import { PICTURE_MAX_BYTES, UPLOAD } from '#shared/limits.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { call } from '#web/lib/call.ts'

/** Returns the address the picture now has; `onProgress` is told a share from 0 to 1. Throws what went wrong. */
export async function sendPicture(picture: File, onProgress: (share: number) => void): Promise<string> {
  let address = ''
  let refusal: unknown
  const uppy = new Uppy({
    restrictions: { maxNumberOfFiles: 1, allowedFileTypes: ['image/*'], maxFileSize: PICTURE_MAX_BYTES },
  })
  uppy.use(AwsS3, {
    limit: UPLOAD.concurrency,
    shouldUseMultipart: ({ size }) => (size ?? 0) > UPLOAD.multipartThresholdBytes,
    getChunkSize: ({ size }) => Math.max(UPLOAD.partMinBytes, Math.ceil(size / UPLOAD.partsMax)),
    signRequest: async () => {
      try {
        const { uploadURL } = await call(uploads.start, {
          body: { contentType: picture.type, size: picture.size },
        })
        address = uploadURL
        // The type is part of what was signed, so it is sent exactly as it was asked for.
        return { url: uploadURL, headers: { 'content-type': picture.type } }
      } catch (error) {
        refusal = error
        throw error
      }
    },
  })
  uppy.on('progress', (percent) => onProgress(percent / 100))
  uppy.on('upload-error', (_file, error) => {
    refusal ??= error
  })
  try {
    const id = uppy.addFile({ name: picture.name, type: picture.type, data: picture })
    await uppy.upload()
    for (const delayMs of UPLOAD.retryDelaysMs) {
      if (!isWorthAnotherTry(refusal)) break
      await new Promise((wait) => setTimeout(wait, delayMs))
      refusal = undefined
      await uppy.retryUpload(id)
    }
    if (refusal !== undefined) throw refusal
    return address
  } finally {
    uppy.destroy()
  }
}

/**
 * The signed address was used too late, or two writers met (spec section 8); a new address is asked for with each
 * attempt. What is refused for any other reason stays refused; being asked to slow down is Uppy's own business.
 */
function isWorthAnotherTry(error: unknown): boolean {
  const { status, body } = (error ?? {}) as { status?: unknown; body?: unknown }
  if (status === 409) return true
  return status === 403 && typeof body === 'string' && body.includes(PROBLEMS.upload_expired.message)
}
