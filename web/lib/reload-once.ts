// Loading the page anew where that may help, without ever doing it over and over.

const KEY = 'reloaded-at'
/** Within this time a second reload would not help either. */
const APART_MS = 60_000

/** False when it was done just before, or when a browser that keeps nothing could not tell. */
export function reloadOnce(): boolean {
  try {
    const before = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - before < APART_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
