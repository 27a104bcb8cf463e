// Whose public page a visitor came from, until they register in this browser. Doesn't use React, because
// visitor-script.ts imports it too.
import { localStore } from './browser-storage.ts'

const KEY = 'came-from'
const KEPT_MS = 30 * 86_400_000
const USERNAME = /^[A-Za-z0-9_]{1,40}$/

/** Anything that can't be a username is ignored, such as a script in `?from=`. */
export function saveCameFrom(username: string | null): void {
  if (username !== null && USERNAME.test(username))
    localStore.set(KEY, JSON.stringify({ username, atMs: Date.now() }))
}

/** Undefined if there is none, or if it is older than 30 days. */
export function cameFrom(): string | undefined {
  const stored = localStore.getJson(KEY) as { username?: unknown; atMs?: unknown } | null | undefined
  const { username, atMs } = stored ?? {}
  const isKept = typeof atMs === 'number' && Date.now() - atMs < KEPT_MS
  return isKept && typeof username === 'string' && USERNAME.test(username) ? username : undefined
}
