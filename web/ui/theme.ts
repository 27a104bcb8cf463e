// The choice between the system's theme, light and dark, kept on this device.
import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'theme'
const listeners = new Set<() => void>()

/** What was chosen here before; "system" when nothing was, or when storage is closed. */
export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Sets or clears `data-theme` on the page; call once at startup with `storedTheme()`. */
export function applyTheme(choice: ThemeChoice, page: HTMLElement = document.documentElement): void {
  if (choice === 'system') delete page.dataset['theme']
  else page.dataset['theme'] = choice
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage closed: the choice holds until the page is left.
  }
  chosen = choice
  applyTheme(choice)
  for (const listener of listeners) listener()
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => (chosen ??= storedTheme()))
}

let chosen: ThemeChoice | undefined

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    chosen = storedTheme()
    applyTheme(chosen)
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}
