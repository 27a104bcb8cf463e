// Whether the browser is online, and since when it has been offline.
import { useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** When the browser went offline, or when this was first called offline, in milliseconds since the epoch; else undefined. */
export function useOfflineSince(): number | undefined {
  return useSyncExternalStore(subscribe, () => {
    offlineSince = navigator.onLine ? undefined : (offlineSince ?? Date.now())
    return offlineSince
  })
}
let offlineSince: number | undefined

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
