// Uploads a picture to the object storage; loaded only once the viewer chooses one.
import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { uploads } from '#shared/contracts/uploads.ts'
import { PICTURE_MAX_BYTES, UPLOAD } from '#shared/limits.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { call } from '#web/lib/call.ts'

/**
 * Returns the address of the uploaded picture. `onProgress` gets a value from 0 to 1. Throws the last error.
 */
export async function uploadPicture(picture: File, onProgress: (progress: number) => void): Promise<string> {
  let address = ''
  let failure: unknown
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
        // The signature covers the content type, so the upload must send exactly this type.
        return { url: uploadURL, headers: { 'content-type': picture.type } }
      } catch (error) {
        failure = error
        throw error
      }
    },
  })
  uppy.on('progress', (percent) => onProgress(percent / 100))
  uppy.on('upload-error', (_file, error) => {
    failure ??= error
  })
  try {
    const id = uppy.addFile({ name: picture.name, type: picture.type, data: picture })
    await uppy.upload()
    for (const delayMs of UPLOAD.retryDelaysMs) {
      if (!isRetryable(failure)) break
      await new Promise((wait) => setTimeout(wait, delayMs))
      failure = undefined
      await uppy.retryUpload(id)
    }
    if (failure !== undefined) throw failure
    return address
  } finally {
    uppy.destroy()
  }
}

/**
 * True if the signed address has expired, or if two uploads collided (spec section 8). Each attempt requests
 * a new address. Other refusals are final; Uppy itself handles rate limits.
 */
function isRetryable(error: unknown): boolean {
  const { status, body } = (error ?? {}) as { status?: unknown; body?: unknown }
  if (status === 409) return true
  return status === 403 && typeof body === 'string' && body.includes(PROBLEMS.upload_expired.message)
}
