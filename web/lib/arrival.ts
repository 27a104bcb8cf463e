// Tells a person where they have arrived: the page's title, and the focus at its start after moving inside.
import { useEffect } from 'react'
import { PRODUCT_NAME } from '#shared/product.ts'

/** The page the browser itself brought up begins at its very top, as any page does. */
let isFirst = true

/** Call once per page; `title` may change while the page learns its own name. */
export function useArrival(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
  useStart()
}

/** Without a title, for a page that has its own. */
export function useStart(): void {
  useEffect(() => {
    const nothingHasFocus = document.activeElement === null || document.activeElement === document.body
    // What led here, a link or the button that signs in or out, is gone with its page; without this a keyboard would
    // start at the very top.
    if (!isFirst && nothingHasFocus) document.getElementById('content')?.focus({ preventScroll: true })
    // Later, since React runs this twice while one develops.
    setTimeout(() => (isFirst = false))
  }, [])
}
