// Fetches the notice about changed terms after the first screen, because nobody needs it at first.
import { type ComponentType, useEffect, useState } from 'react'

const LATER_MS = 2500

/** Renders nothing if its code can't be loaded: the next page load tries again. */
export function LaterConsentNotice() {
  const [Notice, setNotice] = useState<ComponentType>()
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./consent-notice.tsx').then(
        (loaded) => setNotice(() => loaded.default),
        () => {},
      )
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return Notice && <Notice />
}
