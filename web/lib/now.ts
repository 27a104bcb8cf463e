// The present minute, for words that grow old on the page: one timer for all of them.
import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer = 0

/** Milliseconds since the epoch, renewed every minute and when the page comes back into view. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}

/** What follows from the present minute; a long list draws only those anew for whom that has become something else. */
export function useOfNow<Value extends string>(valueAt: (nowMs: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => valueAt(now))
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = window.setInterval(renew, MINUTE_MS)
    document.addEventListener('visibilitychange', renewIfSeen)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', renewIfSeen)
  }
}

function renew() {
  now = Date.now()
  for (const listener of listeners) listener()
}

// Browsers slow timers down in pages nobody looks at.
function renewIfSeen() {
  if (document.visibilityState === 'visible') renew()
}

const read = () => now
