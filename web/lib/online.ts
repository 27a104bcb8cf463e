// Whether the browser is online, and since when it has been offline.
import { useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/**
 * When the browser went offline, or when this was first called offline, in milliseconds since the epoch; else
 * undefined.
 */
function useOfflineSince(): number | undefined {
  return useSyncExternalStore(subscribe, () => {
    offlineSince = navigator.onLine ? undefined : (offlineSince ?? Date.now())
    return offlineSince
  })
}
let offlineSince: number | undefined

const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The notice on a page while the browser is offline: how old the page is. */
export function useOfflineNotice(): string | undefined {
  const since = useOfflineSince()
  return since === undefined
    ? undefined
    : `You’re offline. This page was loaded before ${TIME.format(since)}.`
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
