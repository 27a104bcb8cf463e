// The current time, updated every minute by one timer that all components share.
import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer = 0

/** Milliseconds since the epoch, updated every minute and when the page becomes visible again. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/**
 * A text computed from the current time. A component rerenders only when its text changes, which matters in
 * long lists.
 */
export function useNowSelector<Value extends string>(valueAt: (nowMs: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => valueAt(now))
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = window.setInterval(update, MINUTE_MS)
    document.addEventListener('visibilitychange', updateIfVisible)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', updateIfVisible)
  }
}

function update() {
  now = Date.now()
  for (const listener of listeners) listener()
}

// Browsers throttle timers in hidden pages.
function updateIfVisible() {
  if (document.visibilityState === 'visible') update()
}
