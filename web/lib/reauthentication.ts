// Lets a call that needs a confirmed identity wait until the person has confirmed it.
import { useSyncExternalStore } from 'react'

type Confirmation = { promise: Promise<boolean>; answer: (isConfirmed: boolean) => void }

let open: Confirmation | null = null
const listeners = new Set<() => void>()

function setOpen(confirmation: Confirmation | null): void {
  open = confirmation
  for (const listener of listeners) listener()
}

/**
 * Opens the dialog "Confirm it’s you" and resolves with whether the person did. Calls that are refused at the
 * same time share it. False on pages without the dialog.
 */
export function confirmIdentity(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (open) return open.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setOpen({
    promise,
    answer: (isConfirmed) => {
      setOpen(null)
      resolve(isConfirmed)
    },
  })
  return promise
}

/** The function that answers the open dialog, or null while none is needed. */
export const useConfirmation = (): Confirmation['answer'] | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => open,
  )?.answer ?? null
