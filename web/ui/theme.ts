// The choice between the system's theme, light and dark, kept on this device.
import { useSyncExternalStore } from 'react'
import { applyTheme, storedTheme, THEME_KEY, type ThemeChoice } from './stored-theme.ts'

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, choice)
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
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== THEME_KEY && event.key !== null) return
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
