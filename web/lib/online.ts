// Whether the browser has a connection at all, and since when it has none.
import { useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** When the connection went, in milliseconds, or when this was first asked without one; undefined while online. */
export function useOfflineSince(): number | undefined {
  return useSyncExternalStore(subscribe, () => {
    lostAt = navigator.onLine ? undefined : (lostAt ?? Date.now())
    return lostAt
  })
}
let lostAt: number | undefined

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
