// Components that are fetched when they are first needed, or a moment before.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { showToast } from '#web/ui/toast-store.ts'
import { OfflineError } from './api-error.ts'

/**
 * Like React's `lazy`, but what is here already shows in the same moment, and what arrives shows at once: Suspense
 * holds everything back for 300 ms after a fallback. `ahead` fetches without showing anything, and so does `fetch`, which
 * throws when nothing came.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
) {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    Loaded = (await load()).default
  }
  function Late(props: Props) {
    const [isHere, setIsHere] = useState(Loaded !== undefined)
    useEffect(() => {
      if (isHere) return
      fetch().then(
        () => setIsHere(true),
        () => showToast({ title: 'Error', description: new OfflineError().message, tone: 'destructive' }),
      )
    }, [isHere])
    return Loaded ? <Loaded {...props} /> : meanwhile
  }
  // A failure is told when it is really needed.
  return Object.assign(Late, { fetch, ahead: () => void fetch().catch(() => {}) })
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
