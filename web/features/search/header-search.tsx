// The search in the header: a link that looks like a field, a button on phones, and the keys that open the
// search.
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { dialogNameIn, useDialogHref } from '#web/lib/dialog-address.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { go } from '#web/lib/navigation.ts'
import { classes } from '#web/ui/classes.ts'
import { Key } from '#web/ui/keys-and-commands.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const EDITABLE = 'input, textarea, select, [contenteditable]'

const SLASH_KEY = 'search-slash'

/**
 * Whether a slash opens the search on this device. WCAG 2.1.4 wants keys without Ctrl or ⌘ to have an off
 * switch.
 */
export const hasSlashKey = (): boolean => localStore.get(SLASH_KEY) !== 'off'

export function setSlashKey(isOn: boolean): void {
  if (isOn) localStore.remove(SLASH_KEY)
  else localStore.set(SLASH_KEY, 'off')
}

/**
 * ⌘K and Ctrl+K open it from anywhere, a slash only outside of fields. `code` is for keyboards without a K.
 */
function opensSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey || dialogNameIn(location.search) !== null)
    return false
  if (event.metaKey || event.ctrlKey)
    return !event.shiftKey && event.metaKey !== event.ctrlKey && (event.code === 'KeyK' || event.key === 'k')
  return (
    event.key === '/' && !(event.target instanceof Element && event.target.closest(EDITABLE)) && hasSlashKey()
  )
}

export function HeaderSearch() {
  const href = useDialogHref('search')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      // Ctrl+K would open the browser's own search, and the slash Firefox's.
      event.preventDefault()
      go(href)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [href])
  return (
    <a
      href={href}
      aria-label="Search people and tickers"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      className={classes(
        'flex min-h-target min-w-target items-center justify-center gap-2.5 rounded-full text-ink-2',
        'transition-[border-color,background-color] duration-150 max-md:hover:bg-sunken',
        'md:min-h-10 md:w-full md:max-w-104 md:justify-start md:rounded-control md:border md:border-line-field',
        'md:bg-surface md:px-3 md:text-label md:text-ink-3 md:hover:border-ink-2',
      )}
    >
      <Search className="icon" />
      <span className="truncate max-md:hidden">Search people and tickers</span>
      <Key className="ml-auto flex-none max-md:hidden">{isApple ? '⌘K' : 'Ctrl K'}</Key>
    </a>
  )
}
