// Sends a broker's file as it is, says how far it has come, and brings back what the server understood of it.
import { z } from 'zod'
import type { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { IMPORT_LINES, ImportLine, type Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'

export type Sending = {
  signal: AbortSignal
  /** Told a share from 0 to 1. */
  onProgress: (share: number) => void
  /** Told how many rows the server has found, once all of the file is there. */
  onRows: (rows: number) => void
}

/** What comes of a file: what was understood of it, or what its owner has to say of its columns first. */
export type FileAnswer = Preview | ColumnProposal

/** Not `fetch`, which cannot tell how much was sent. Throws `ApiError`, `OfflineError`, and what `signal` was ended with. */
export function sendFile(file: File, { signal, onProgress, onRows }: Sending): Promise<FileAnswer> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', IMPORT_PATH)
    sending.setRequestHeader('content-type', 'application/octet-stream')
    sending.setRequestHeader('accept', IMPORT_LINES)
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    sending.addEventListener('progress', () => {
      const line = lastLine(sending)
      if (line && 'rows' in line) onRows(line.rows)
    })
    sending.addEventListener('error', () => reject(new OfflineError()))
    sending.addEventListener('load', () => {
      const { status, statusText, responseText } = sending
      const line = lastLine(sending)
      if (line && 'preview' in line) resolve(line.preview)
      else if (line && 'columns' in line) resolve(line.columns)
      else if (line && 'refused' in line)
        reject(new ApiError(line.refused.status, JSON.stringify(line.refused)))
      else if (status < 200 || status > 299) reject(new ApiError(status, responseText || statusText))
      // The answer broke off.
      else reject(new OfflineError())
    })
    signal.addEventListener('abort', () => {
      sending.abort()
      reject(signal.reason as Error)
    })
    sending.send(file)
  })
}

/** The last whole line so far of an answer in lines. */
function lastLine(answer: XMLHttpRequest): ImportLine | undefined {
  if (!answer.getResponseHeader('content-type')?.startsWith(IMPORT_LINES)) return undefined
  const [line] = answer.responseText.split('\n').slice(-2)
  const read = z.safeParse(ImportLine, parsed(line ?? ''))
  return read.success ? read.data : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
