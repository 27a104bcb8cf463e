// The page title, and where the keyboard focus goes when the person navigates inside the product.
import { useEffect } from 'react'
import { PRODUCT_NAME } from '#shared/product.ts'

/** On the page that the browser itself loaded, the focus stays at the top of the document, as on any page. */
let isFirstPage = true

/**
 * Sets the page title and focuses the main content. Call it once per page; `title` may change while data
 * loads.
 */
export function useTitleAndFocus(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
  useFocusMain()
}

/** For a page that sets its own title. */
export function useFocusMain(): void {
  useEffect(() => {
    // The link or button that led here is gone together with its page, or belongs to the shell around it.
    // Without this, Tab would go through the shell first.
    const hasOwnFocus = document.activeElement?.closest('#content, [role=dialog]')
    if (!isFirstPage && !hasOwnFocus) document.getElementById('content')?.focus({ preventScroll: true })
    // Deferred, because React runs effects twice in development.
    setTimeout(() => (isFirstPage = false))
  }, [])
}
