// The theme chosen on this device, applied before anything is drawn. Doesn't use React, so that the landing page can
// import it.
import type { ThemeChoice } from '#web/ui/theme-switch.tsx'
import { localStore } from './browser-storage.ts'

const THEME_KEY = 'theme'

/** "system" if nothing was chosen or storage is blocked. */
export function storedTheme(): ThemeChoice {
  const stored = localStore.get(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Without storage, the choice lasts until the page is left. */
export function storeTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStore.remove(THEME_KEY)
  else localStore.set(THEME_KEY, choice)
}

/** Whether another tab has chosen a theme, or cleared the storage. */
export const isThemeChange = ({ key }: StorageEvent): boolean => key === THEME_KEY || key === null

/** Sets or clears `data-theme` on the page. Call it once at startup with `storedTheme()`. */
export function applyTheme(choice: ThemeChoice): void {
  const { documentElement: page } = document
  if (choice === 'system') delete page.dataset.theme
  else page.dataset.theme = choice
  // The title bar of an installed app takes its color from these.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { theme = '' } = meta.dataset
    if (choice === 'system') meta.media = `(prefers-color-scheme: ${theme})`
    else meta.media = theme === choice ? 'all' : 'not all'
  }
}
