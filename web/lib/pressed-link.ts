// Which link of this site a press would follow in this tab; the page then moves there without a page load.

/** Undefined for anything that is the browser's own business, such as opening a new tab. */
export function pressedLink(event: MouseEvent): HTMLAnchorElement | undefined {
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
  if (/^\/(api|objects|sandbox|share)\//.test(link.pathname)) return undefined
  // A jump inside this page, such as "Skip to content".
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return undefined
  return link
}
