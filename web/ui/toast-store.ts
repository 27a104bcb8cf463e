// The current toast, kept outside React so that any code can show one.
import { useSyncExternalStore } from 'react'

type ToastTone = 'default' | 'destructive'
type ToastContent = {
  title: string
  description?: string | undefined
  tone?: ToastTone | undefined
  /** A button, such as one that undoes what the toast reports. It closes the toast. */
  action?: { label: string; onSelect: () => void } | undefined
  /** `TOAST_MS` by default. */
  durationMs?: number | undefined
}
export type Toast = ToastContent & { id: number; open: boolean }

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast in place of the current one. Returns its id, for `dismissToast`. */
export function showToast(content: ToastContent): number {
  lastId += 1
  setCurrent({ ...content, id: lastId, open: true })
  return lastId
}

/** Closes the toast with this id, or any open toast. The id of an earlier toast does nothing. */
export function dismissToast(id?: number): void {
  if (current?.open && (id === undefined || id === current.id)) setCurrent({ ...current, open: false })
}

/** Closes the toast of a session that has ended. An error stays, because it may say why. */
export function dismissUnlessError(): void {
  if (current?.tone !== 'destructive') dismissToast()
}

/** The toast to render. It stays with `open: false` during its closing animation. */
export function useToast(): Toast | undefined {
  return useSyncExternalStore(subscribe, getCurrent, getCurrent)
}

function setCurrent(next: Toast): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getCurrent(): Toast | undefined {
  return current
}
