// The search in the header: a link that looks like a field, and the keys that open the search. On phones the header leads to
// Discover, which begins with the field.
import { Compass, Search } from 'lucide-react'
import { useEffect } from 'react'
import { dialogNameIn, useDialogHref } from '#web/lib/dialog-address.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Key } from '#web/ui/keys-and-commands.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const EDITABLE = 'input, textarea, select, [contenteditable]'

const SLASH_KEY = 'search-slash'

/** Whether a slash opens the search on this device. WCAG 2.1.4 requires an off switch for keys without Ctrl or ⌘. */
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
    <>
      <a
        href={paths.discover}
        aria-label="Discover and search"
        className="grid min-h-target min-w-target place-items-center rounded-full text-ink-2 transition-colors duration-150 hover:bg-sunken md:hidden"
      >
        <Compass className="icon" />
      </a>
      <SearchField href={href} className="max-md:hidden" />
    </>
  )
}

type SearchFieldProps = { href: string; className: string }

/** Looks like a field, and opens the search. */
function SearchField({ href, className }: SearchFieldProps) {
  return (
    <a
      href={href}
      aria-label="Search people and tickers"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      className={classes(
        'flex min-h-12 w-full items-center gap-2.5 rounded-control border border-line-field bg-surface px-3 text-ink-3',
        'transition-[border-color] duration-150 hover:border-ink-2 md:min-h-10 md:max-w-104 md:text-label',
        className,
      )}
    >
      <Search className="icon" />
      <span className="truncate">Search people and tickers</span>
      <Key className="ml-auto flex-none max-md:hidden">{isApple ? '⌘K' : 'Ctrl K'}</Key>
    </a>
  )
}

/** At the top of Discover on phones. */
export const PhoneSearch = () => <SearchField href={useDialogHref('search')} className="md:hidden" />
