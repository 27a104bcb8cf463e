// The address a person was at when their session ended, so that signing in again leads back to it.
import { sessionStore } from './browser-storage.ts'

const KEY = 'return-to'

/** Stores the current address for this tab. If the browser can't store it, signing in leads to the feed. */
export function saveReturnTo(): void {
  sessionStore.set(KEY, location.pathname + location.search)
}

/** Returns the stored address and forgets it; null if there is none. */
export function takeReturnTo(): string | null {
  const address = sessionStore.get(KEY)
  sessionStore.remove(KEY)
  return address
}
