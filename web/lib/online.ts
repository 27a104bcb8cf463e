// Whether the browser has a connection at all, and how old the page is without one.
import { useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** What to say below "You are offline" about data of this moment (0 for never); undefined while online. */
export function useOfflineNote(loadedAtMs: number): string | undefined {
  if (useOnline()) return undefined
  return loadedAtMs > 0
    ? `Showing what was loaded at ${CLOCK.format(loadedAtMs)}.`
    : 'Nothing could be loaded yet.'
}

const CLOCK = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
