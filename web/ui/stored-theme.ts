// The theme this device was told to show, put on the page before anything is drawn; knows no React.

export type ThemeChoice = 'system' | 'light' | 'dark'

export const THEME_KEY = 'theme'

/** What was chosen here before; "system" when nothing was, or when storage is closed. */
export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Sets or clears `data-theme` on the page; call once at startup with `storedTheme()`. */
export function applyTheme(choice: ThemeChoice): void {
  const { documentElement: page } = document
  if (choice === 'system') delete page.dataset.theme
  else page.dataset.theme = choice
  // What frames the page, as an installed app's title bar, follows the choice too.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { theme = '' } = meta.dataset
    if (choice === 'system') meta.media = `(prefers-color-scheme: ${theme})`
    else meta.media = theme === choice ? 'all' : 'not all'
  }
}
