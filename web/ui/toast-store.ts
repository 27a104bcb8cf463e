// The one toast that may be on screen, kept outside React so that any code can show one.
import { useSyncExternalStore } from 'react'

export type ToastTone = 'default' | 'destructive'
export type ToastWords = {
  title: string
  description?: string | undefined
  tone?: ToastTone | undefined
  /** `TOAST_MS` when left out. */
  durationMs?: number | undefined
}
export type Toast = ToastWords & { id: number; open: boolean }

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows these words; whatever was shown before gives way at once. Returns the id to dismiss it by. */
export function showToast(words: ToastWords): number {
  lastId += 1
  become({ ...words, id: lastId, open: true })
  return lastId
}

/** Closes the toast with this id, or whichever is open; an older id closes nothing. */
export function dismissToast(id?: number): void {
  if (current?.open && (id === undefined || id === current.id)) become({ ...current, open: false })
}

/** Closes what the session that has ended still had to say; why something failed stays. */
export function dismissUnlessError(): void {
  if (current?.tone !== 'destructive') dismissToast()
}

/** The toast to draw; it stays with `open: false` while it leaves. */
export function useToast(): Toast | undefined {
  return useSyncExternalStore(subscribe, read, read)
}

function become(next: Toast): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Toast | undefined {
  return current
}
