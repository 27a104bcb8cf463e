// The choice between the system's theme, light and dark, shared by all tabs of this device.
import { useSyncExternalStore } from 'react'
import type { ThemeChoice } from '#web/ui/theme-switch.tsx'
import { applyTheme, isThemeChange, storedTheme, storeTheme } from './stored-theme.ts'

export function chooseTheme(choice: ThemeChoice): void {
  storeTheme(choice)
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
  const onStorage = (event: StorageEvent) => {
    if (!isThemeChange(event)) return
    chosen = storedTheme()
    applyTheme(chosen)
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
