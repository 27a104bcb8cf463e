// Components that are fetched when they are first needed, or a moment before.
import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { showToast } from '#web/ui/toast-store.ts'
import { OfflineError } from './api-error.ts'
import { addressWithoutDialog, nameOfDialog } from './dialog-address.ts'
import { go } from './navigation.ts'
import { useOnline } from './online.ts'
import { reloadOnce } from './reload-once.ts'

export type NotLoaded = { message: string; onRetry: () => void }
type Places = {
  meanwhile?: ReactNode
  /** What stands in its place when it did not come. Left out for a dialog, which closes, and is said in a toast. */
  failed?: ComponentType<NotLoaded>
}

/**
 * Like React's `lazy`, but what is here already shows in the same moment, and what arrives shows at once: Suspense
 * holds everything back for 300 ms after a fallback. What did not come is tried again once one is online, or presses.
 * `ahead` fetches without showing anything, and so does `fetch`, which throws when nothing came.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  places: Places = {},
) {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    Loaded = (await load()).default
  }
  function Late(props: Props) {
    const [, show] = useReducer((times: number) => times + 1, 0)
    return Loaded ? <Loaded {...props} /> : <Coming {...places} fetch={fetch} onHere={show} />
  }
  // A failure is told when it is really needed.
  return Object.assign(Late, { fetch, ahead: () => void fetch().catch(() => {}) })
}

type ComingProps = Places & { fetch: () => Promise<void>; onHere: () => void }

function Coming({ meanwhile = null, failed: Failed, fetch, onHere }: ComingProps) {
  const isOnline = useOnline()
  const dialog = nameOfDialog(useSearch())
  const isWanted = Failed !== undefined || dialog !== null
  const [message, setMessage] = useState<string>()
  const [attempt, again] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!isWanted) return undefined
    let isHere = true
    const fail = () => {
      // Online it is most often gone: the product was renewed since this page was opened, and so is the page.
      if (!isHere || (navigator.onLine && reloadOnce())) return
      const text = navigator.onLine ? 'Couldn’t load this part of the page.' : new OfflineError().message
      setMessage(text)
      if (Failed) return
      showToast({ title: 'Error', description: text, tone: 'destructive' })
      go(addressWithoutDialog(), { replace: true })
    }
    fetch().then(() => isHere && onHere(), fail)
    return () => {
      isHere = false
    }
    // The functions and the component are the same ones for as long as this stands here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted, isOnline, attempt])
  // A browser keeps in mind which files were not there: only a new page asks for them again.
  const onRetry = () => (navigator.onLine ? location.reload() : again())
  return Failed && message !== undefined ? <Failed message={message} onRetry={onRetry} /> : meanwhile
}

/** Fetches ahead once a pointer or the focus comes to a link whose address holds these words. */
export function useAhead(words: string, ahead: () => void): void {
  useEffect(() => {
    const near = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('a')?.search.includes(words)) return
      leave()
      ahead()
    }
    const leave = () => {
      document.removeEventListener('pointerover', near)
      document.removeEventListener('focusin', near)
    }
    document.addEventListener('pointerover', near)
    document.addEventListener('focusin', near)
    return leave
  }, [words, ahead])
}
