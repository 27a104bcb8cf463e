// Sends a broker's file as it is, says how far it has come, and brings back what the server understood of it.
import { z } from 'zod'
import { IMPORT_PATH, Preview } from '#shared/contracts/portfolio.ts'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'

export type Sending = {
  signal: AbortSignal
  /** Told a share from 0 to 1. */
  onProgress: (share: number) => void
}

/** Not `fetch`, which cannot tell how much was sent. Throws `ApiError`, `OfflineError`, and what `signal` was ended with. */
export function sendFile(file: File, { signal, onProgress }: Sending): Promise<Preview> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', IMPORT_PATH)
    sending.setRequestHeader('content-type', 'application/octet-stream')
    sending.setRequestHeader('x-file-name', encodeURIComponent(file.name.toWellFormed()))
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    sending.addEventListener('error', () => reject(new OfflineError()))
    sending.addEventListener('load', () => {
      const { status, statusText, responseText } = sending
      if (status < 200 || status > 299) reject(new ApiError(status, responseText || statusText))
      else
        try {
          resolve(z.parse(Preview, JSON.parse(responseText)))
        } catch (error) {
          reject(error instanceof Error ? error : new OfflineError())
        }
    })
    signal.addEventListener('abort', () => {
      sending.abort()
      reject(signal.reason as Error)
    })
    sending.send(file)
  })
}
