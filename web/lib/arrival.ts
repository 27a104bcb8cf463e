// Tells a person where they have arrived: the page's title, and the focus at its start after moving inside.
import { useEffect } from 'react'
import { PRODUCT_NAME } from '#shared/product.ts'

/** Call once per page; `title` may change while the page learns its own name. */
export function useArrival(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
  useEffect(() => {
    const cameFromInside = (history.state as { isInside?: boolean } | null)?.isInside === true
    const nothingHasFocus = document.activeElement === null || document.activeElement === document.body
    // The link that led here is gone with its page; without this a keyboard would start at the very top.
    if (cameFromInside && nothingHasFocus) document.getElementById('content')?.focus({ preventScroll: true })
  }, [])
}
