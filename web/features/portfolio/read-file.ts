// One broker's file on its way to the server and back as a preview or a table, which can be called off at any time.
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EXPORT_MAX_BYTES } from '#shared/limits.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { sendFile } from './send-file.ts'

const MAX_MB = EXPORT_MAX_BYTES / 1024 / 1024

class TooLarge extends Error {
  override name = 'TooLarge'
  constructor() {
    super(`This file is larger than ${MAX_MB} MB. Export shorter date ranges and import them one at a time.`)
  }
}

export function useReadFile() {
  /** From 0 to 1: how much of the file is at the server. */
  const [share, setShare] = useState(0)
  /** How many of its rows were found there so far. */
  const [rows, setRows] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, reset, variables, data, error, isPending } = useMutation({
    mutationFn: async (file: File) => {
      // Browsers listen only when all is sent, which takes hours for what is refused anyway.
      if (file.size > EXPORT_MAX_BYTES) throw new TooLarge()
      sending.current = new AbortController()
      return await sendFile(file, {
        signal: sending.current.signal,
        onProgress: setShare,
        onRows: setRows,
      })
    },
  })
  return {
    file: variables,
    answer: data,
    /** Why the file as a whole was not read, in a sentence. */
    refusal:
      error && !isUnauthorized(error)
        ? ((error instanceof TooLarge ? error.message : messageOf(error)) ??
          'Couldn’t read the file. Please try again.')
        : undefined,
    isReading: isPending,
    share,
    rows,
    read: (file: File) => {
      setShare(0)
      setRows(0)
      mutate(file)
    },
    stop: () => sending.current?.abort(),
    startOver: () => {
      sending.current?.abort()
      reset()
    },
  }
}
