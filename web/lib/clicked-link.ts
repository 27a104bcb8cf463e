// Which link a click follows inside the product, so that the page can navigate without a page load.

/** Undefined if the browser should handle the click itself, such as opening a new tab or leaving the site. */
export function clickedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
    return undefined
  // The server answers these, not the router.
  if (/^\/(api|objects|sandbox|share)\//.test(link.pathname)) return undefined
  // A jump inside this page, such as "Skip to content".
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return undefined
  return link
}
