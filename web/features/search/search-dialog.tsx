// The search: a combobox whose options are the people and tickers found
// (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { Search } from 'lucide-react'
import { useDialog } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { KeyHints } from './key-hints.tsx'
import { useSearchFor } from './queries.ts'
import { hrefsOf, SearchResults } from './search-results.tsx'

/** Long enough that fast typing makes one request, short enough that no one notices it. */
const PAUSE_MS = 150

export default function SearchDialog() {
  const { isOpen, close } = useDialog('search')
  return (
    <Dialog open={isOpen} onOpenChange={close} title="Search" wide>
      <SearchBox />
    </Dialog>
  )
}

/** Mounted only while the dialog is open, so that each search starts empty. */
function SearchBox() {
  const [typed, setTyped] = useState('')
  // PostgreSQL can't store a NUL, so nothing contains one.
  const text = useDelayed(typed.replaceAll('\0', '').trim())
  const query = useSearchFor(text)
  const found = text === '' ? undefined : query.data
  const isSettled = text === typed.replaceAll('\0', '').trim() && !query.isPlaceholderData
  const hrefs = found ? hrefsOf(found) : []
  const [chosen, setChosen] = useState<string>()
  const active = chosen !== undefined && hrefs.includes(chosen) ? chosen : undefined
  const listId = useId()

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    if (event.key === 'Enter') {
      event.preventDefault()
      const href = active ?? (isSettled ? hrefs[0] : undefined)
      if (href !== undefined) leaveFor(href)
      return
    }
    const next = moved(hrefs, active, event.key)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }

  return (
    <div className="grid min-h-24 content-start gap-4 max-md:min-h-[calc(95dvh-7rem)]">
      <div className="sticky top-0 z-10 -mt-3 grid items-center bg-raised py-1">
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- people open the search to type
          autoFocus
          inputMode="search"
          role="combobox"
          aria-label="Search people and tickers"
          aria-autocomplete="list"
          aria-expanded={hrefs.length > 0}
          aria-controls={hrefs.length > 0 ? listId : undefined}
          aria-activedescendant={active === undefined ? undefined : `${listId}${active}`}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          placeholder="Name, ticker or company"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
          className="col-start-1 row-start-1 min-h-12 pl-11!"
        />
        <Search className="pointer-events-none icon col-start-1 row-start-1 ml-3.5 text-ink-3" />
      </div>
      <SearchResults
        id={listId}
        text={text}
        found={found}
        query={query}
        active={active}
        onChoose={(event: MouseEvent<HTMLAnchorElement>) => {
          // A new tab or window keeps the dialog open.
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          leaveFor(event.currentTarget.getAttribute('href') ?? '')
        }}
      />
      <KeyHints />
    </div>
  )
}

/**
 * The option that a key leads to; undefined for all other keys. Home and End move the caret until an option
 * is active.
 */
function moved(hrefs: readonly string[], active: string | undefined, key: string): string | undefined {
  const index = active === undefined ? -1 : hrefs.indexOf(active)
  if (key === 'ArrowDown') return hrefs[(index + 1) % hrefs.length]
  if (key === 'ArrowUp') return hrefs.at(index <= 0 ? -1 : index - 1)
  if (index === -1) return undefined
  if (key === 'Home') return hrefs[0]
  return key === 'End' ? hrefs.at(-1) : undefined
}

/** Back then leads to the page on which the search was opened, without the search. */
function leaveFor(href: string): void {
  focusAfterDialog('content')
  go(href, { replace: true })
  scrollTo(0, 0)
}

/** The value once it hasn't changed for `PAUSE_MS`; an empty one at once. */
function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), value === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : delayed
}
