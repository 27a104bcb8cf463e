// One broker's file on its way to the server and back as a preview, which can be called off at any time.
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { sendFile } from './send-file.ts'

export function useReadFile() {
  /** From 0 to 1: how much of the file is at the server. */
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, reset, variables, data, error, isPending } = useMutation({
    mutationFn: (file: File) => {
      sending.current = new AbortController()
      return sendFile(file, { signal: sending.current.signal, onProgress: setShare })
    },
  })
  return {
    file: variables,
    preview: data,
    /** Why the file as a whole was not read, in a sentence. */
    refusal:
      error && !isUnauthorized(error)
        ? (messageOf(error) ?? 'The file could not be read. Please try again.')
        : undefined,
    isReading: isPending,
    share,
    read: (file: File) => {
      setShare(0)
      mutate(file)
    },
    stop: () => sending.current?.abort(),
    startOver: () => {
      sending.current?.abort()
      reset()
    },
  }
}
