// localStorage and sessionStorage without exceptions: a browser may block them, and they may be full.

const safeStorage = (open: () => Storage) => ({
  /** The stored text, or null when there is none or it can't be read. */
  get: (key: string): string | null => attempt(() => open().getItem(key), null),
  /** The stored JSON, not validated; undefined when there is none or it can't be read. */
  getJson: (key: string): unknown => attempt(() => JSON.parse(open().getItem(key) ?? ''), undefined),
  /** Whether the value is stored now. */
  set: (key: string, value: string): boolean => attempt(() => (open().setItem(key, value), true), false),
  /** Whether the key is gone now. */
  remove: (key: string): boolean => attempt(() => (open().removeItem(key), true), false),
})

function attempt<Result>(action: () => Result, fallback: Result): Result {
  try {
    return action()
  } catch {
    return fallback
  }
}

/** Kept on this device, for all tabs. */
export const localStore = safeStorage(() => localStorage)
/** Kept until this tab closes. */
export const sessionStore = safeStorage(() => sessionStorage)
