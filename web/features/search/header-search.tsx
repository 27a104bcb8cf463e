// The header's way to the search: what looks like a field, a button on phones, and the keys that open it.
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { dialogNameIn, useDialogHref } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { classes } from '#web/ui/classes.ts'
import { Key } from '#web/ui/key.tsx'
import { hasSlashKey } from './slash-key.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const EDITABLE = 'input, textarea, select, [contenteditable]'

/** ⌘K and Ctrl+K from anywhere, also from a field; a slash only where no text is typed. Compares `code`, as not every keyboard has a K. */
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
