// Fetches the notice about changed terms after the first screen, because nobody needs it at first.
import { useEffect, useState } from 'react'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'

const ConsentNotice = lazyWithPrefetch(() => import('./consent-notice.tsx'))
const LATER_MS = 2500

export function LaterConsentNotice() {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater && <ConsentNotice />
}
