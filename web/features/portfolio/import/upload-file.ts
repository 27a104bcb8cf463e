// Uploads a broker's file, reports the progress, and returns the preview or the columns that the server
// found.
import { z } from 'zod'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_LINES, ImportLine } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import { EXPORT_MAX_BYTES } from '#shared/limits.ts'
import { ApiError, isUnauthorized, messageOf, OfflineError } from '#web/lib/api-error.ts'

/** A file, and which of its accounts to read; all by default. */
type Upload = { file: File; accounts?: readonly string[] | undefined }

type UploadOptions = {
  signal: AbortSignal
  /** Called with a value from 0 to 1. */
  onProgress: (progress: number) => void
  /** Called with the number of rows found so far, once the upload is complete. */
  onRows: (rows: number) => void
}

/** A preview of the import, or a proposal if the owner has to set the columns first. */
export type UploadResult = Preview | ColumnProposal

/**
 * Uses `XMLHttpRequest`, because `fetch` reports no upload progress. Throws `ApiError`, `OfflineError` or the
 * abort reason.
 */
function uploadFile(
  { file, accounts = [] }: Upload,
  { signal, onProgress, onRows }: UploadOptions,
): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const query = new URLSearchParams(accounts.map((label) => ['account', label])).toString()
    request.open('POST', query === '' ? IMPORT_PATH : `${IMPORT_PATH}?${query}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('accept', IMPORT_LINES)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('progress', () => {
      const line = lastLineOf(request)
      if (line && 'rows' in line) onRows(line.rows)
    })
    request.addEventListener('error', () => reject(new OfflineError()))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      const line = lastLineOf(request)
      if (line && 'preview' in line) resolve(line.preview)
      else if (line && 'columns' in line) resolve(line.columns)
      else if (line && 'refused' in line)
        reject(new ApiError(line.refused.status, JSON.stringify(line.refused)))
      else if (status < 200 || status > 299) reject(new ApiError(status, responseText || statusText))
      // The connection was lost during the response.
      else reject(new OfflineError())
    })
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason as Error)
    })
    request.send(file)
  })
}

/** The last complete line of a streamed response. */
function lastLineOf(response: XMLHttpRequest): ImportLine | undefined {
  if (!response.getResponseHeader('content-type')?.startsWith(IMPORT_LINES)) return undefined
  const [line] = response.responseText.split('\n').slice(-2)
  const read = z.safeParse(ImportLine, parseJson(line ?? ''))
  return read.success ? read.data : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MAX_MB = EXPORT_MAX_BYTES / 1024 / 1024

class FileTooLargeError extends Error {
  override name = 'FileTooLargeError'
  constructor() {
    super(`This file is larger than ${MAX_MB} MB. Export shorter date ranges and import them one at a time.`)
  }
}

export function useFileUpload() {
  /** The uploaded part of the file, from 0 to 1. */
  const [progress, setProgress] = useState(0)
  /** The number of rows the server has found so far. */
  const [rows, setRows] = useState(0)
  const controller = useRef<AbortController>(undefined)
  const { mutate, reset, variables, data, error, isPending } = useMutation({
    mutationFn: async (upload: Upload) => {
      // Browsers ignore an early refusal until the whole file is sent, which can take hours.
      if (upload.file.size > EXPORT_MAX_BYTES) throw new FileTooLargeError()
      controller.current = new AbortController()
      return await uploadFile(upload, {
        signal: controller.current.signal,
        onProgress: setProgress,
        onRows: setRows,
      })
    },
  })
  return {
    file: variables?.file,
    result: data,
    /** A sentence that says why the file couldn't be read. */
    refusal:
      error && !isUnauthorized(error)
        ? ((error instanceof FileTooLargeError ? error.message : messageOf(error)) ??
          'Couldn’t read the file. Please try again.')
        : undefined,
    isReading: isPending,
    progress,
    rows,
    read: (file: File, accounts?: readonly string[]) => {
      setProgress(0)
      setRows(0)
      mutate({ file, accounts })
    },
    stop: () => controller.current?.abort(),
    startOver: () => {
      controller.current?.abort()
      reset()
    },
  }
}
