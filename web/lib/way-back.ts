// Where a person was when their session turned out to be gone, so that signing in again leads back there.

const KEY = 'way-back'

/** Keeps this address for as long as the tab lives. A browser that keeps nothing leads to the feed instead. */
export function rememberWayBack(): void {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search)
  } catch {
    // Nothing can be kept here.
  }
}

/** The address that was kept, once; null when there is none. */
export function takeWayBack(): string | null {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return kept
  } catch {
    return null
  }
}
