// Moving between addresses: links without page loads, going back, and the scroll position each history entry had.
import { useEffect } from 'react'
import { navigateWith } from './outcomes.ts'

const positions = new Map<string, number>()
/** Names a history entry; kept in its state, so it is known again after Back. */
const keyOf = (state: unknown): string => (state as { key?: string } | null)?.key ?? 'first'

/** Lets plain `<a href>` links of this site, the kit's included, move without a page load. */
function interceptLinks(event: MouseEvent) {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (/^\/(api|objects|sandbox)\//.test(link.pathname)) return
  // A jump inside this page, such as "Skip to content", is the browser's own business.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return
  event.preventDefault()
  if (link.href !== location.href) go(link.pathname + link.search)
}

/** Goes to an address of the product; `replace` leaves no entry to come back to. */
export function go(to: string, { replace = false } = {}): void {
  rememberScroll()
  const here = location.pathname
  const state = { key: Math.random().toString(36).slice(2), isInside: true }
  history[replace ? 'replaceState' : 'pushState'](
    replace ? { ...history.state, key: keyOf(history.state) } : state,
    '',
    to,
  )
  // A new page starts at its top; a dialog or tab of the same page leaves the scroll alone.
  if (!replace && location.pathname !== here) scrollTo(0, 0)
}

/** Goes back inside the product, or to `fallback` when the person came straight to this page. */
export function goBack(fallback = '/'): void {
  if ((history.state as { isInside?: boolean } | null)?.isInside) history.back()
  else go(fallback, { replace: true })
}

function rememberScroll() {
  positions.set(keyOf(history.state), scrollY)
}

/** Puts the scroll back where it was once the page is tall enough again. */
function restoreScroll() {
  const wanted = positions.get(keyOf(history.state))
  if (wanted === undefined) return
  let tries = 0
  const attempt = () => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) > 2 && tries++ < 30) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Once, at the root of the page. */
export function useNavigation(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    navigateWith((to) => go(to))
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(rememberScroll, 100)
    }
    document.addEventListener('click', interceptLinks)
    addEventListener('popstate', restoreScroll)
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', interceptLinks)
      removeEventListener('popstate', restoreScroll)
      removeEventListener('scroll', onScroll)
    }
  }, [])
}
