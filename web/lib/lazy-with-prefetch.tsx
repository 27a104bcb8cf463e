// Components whose code is fetched when they first render, or earlier when a link to them is hovered or
// focused.
import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { showToast } from '#web/ui/toast-store.ts'
import { OfflineError } from './api-error.ts'
import { sessionStore } from './browser-storage.ts'
import { addressWithoutDialog, dialogNameIn } from './dialog-address.ts'
import { go } from './navigation.ts'
import { useOnline } from './online.ts'

export type LoadErrorProps = { message: string; onRetry: () => void }
type Fallbacks = {
  /** Shown while the code loads. */
  fallback?: ReactNode
  /**
   * Shown when the code can't be loaded. Without it, a toast shows the error and the dialog in the address
   * closes.
   */
  errorFallback?: ComponentType<LoadErrorProps>
}

/**
 * Like React's `lazy`, but without a delay: a component that is already loaded renders at once, and so does
 * one that has just arrived. Suspense holds content back for 300 ms once it has shown a fallback. A failed
 * load is retried when the browser comes back online or the person asks for it. `load` fetches the code and
 * throws if it fails; `prefetch` ignores errors.
 */
export function lazyWithPrefetch<Props extends object>(
  importComponent: () => Promise<{ default: ComponentType<Props> }>,
  fallbacks: Fallbacks = {},
) {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded = (await importComponent()).default
  }
  function Lazy(props: Props) {
    const [, rerender] = useReducer((times: number) => times + 1, 0)
    return Loaded ? <Loaded {...props} /> : <Loader {...fallbacks} load={load} onLoaded={rerender} />
  }
  // A failed prefetch is reported only when the component renders.
  return Object.assign(Lazy, { load, prefetch: () => void load().catch(() => {}) })
}

type LoaderProps = Fallbacks & { load: () => Promise<void>; onLoaded: () => void }

function Loader({ fallback = null, errorFallback: ErrorFallback, load, onLoaded }: LoaderProps) {
  const isOnline = useOnline()
  const dialog = dialogNameIn(useSearch())
  const isNeeded = ErrorFallback !== undefined || dialog !== null
  const [message, setMessage] = useState<string>()
  const [attempt, tryAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isMounted = true
    const onError = () => {
      // When the browser is online, the file is most likely gone because a newer version was deployed. A
      // reload fetches it.
      if (!isMounted || (navigator.onLine && reloadOnce())) return
      const text = navigator.onLine ? 'Couldn’t load this part of the page.' : new OfflineError().message
      setMessage(text)
      if (ErrorFallback) return
      showToast({ title: 'Error', description: text, tone: 'destructive' })
      go(addressWithoutDialog(), { replace: true })
    }
    load().then(() => isMounted && onLoaded(), onError)
    return () => {
      isMounted = false
    }
    // The functions and the component never change while this is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNeeded, isOnline, attempt])
  // Browsers remember modules that failed to load and don't request them again until the page reloads.
  const onRetry = () => (navigator.onLine ? location.reload() : tryAgain())
  return ErrorFallback && message !== undefined ? (
    <ErrorFallback message={message} onRetry={onRetry} />
  ) : (
    fallback
  )
}

const RELOADED_AT = 'reloaded-at'
/** If a reload didn't help, another one this soon won't either. */
const RELOAD_INTERVAL_MS = 60_000

/** Reloads the page. False if it did so a moment ago, or if the browser can't store when it did. */
function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStore.get(RELOADED_AT) ?? 0) < RELOAD_INTERVAL_MS) return false
  if (!sessionStore.set(RELOADED_AT, String(Date.now()))) return false
  location.reload()
  return true
}

/** Calls `prefetch` once, when the pointer or the focus reaches a link whose address contains `part`. */
export function usePrefetch(part: string, prefetch: () => void): void {
  useEffect(() => {
    const onReach = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('a')?.href.includes(part)) return
      stop()
      prefetch()
    }
    const stop = () => {
      document.removeEventListener('pointerover', onReach)
      document.removeEventListener('focusin', onReach)
    }
    document.addEventListener('pointerover', onReach)
    document.addEventListener('focusin', onReach)
    return stop
  }, [part, prefetch])
}
