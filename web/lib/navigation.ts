// Moving between addresses: links without page loads, going back, and the scroll position each history entry had.
import { useEffect } from 'react'
import { navigateWith } from './outcomes.ts'
import { pressedLink } from './pressed-link.ts'

/** How far down, and which card stood where: what lies above it may have another height when one comes back. */
type Place = { y: number; card?: { id: string; top: number } }
const places = new Map<string, Place>()
/** Names a history entry; kept in its state, so it is known again after Back. */
const keyOf = (state: unknown): string => (state as { key?: string } | null)?.key ?? 'first'

/** Lets plain `<a href>` links of this site, the kit's included, move without a page load. */
function interceptLinks(event: MouseEvent) {
  const link = pressedLink(event)
  if (!link) return
  event.preventDefault()
  if (link.href !== location.href) go(link.pathname + link.search)
}

/** Goes to an address of the product; `replace` leaves no entry to come back to. */
export function go(to: string, { replace = false } = {}): void {
  rememberScroll()
  const here = pageOfAddress()
  const state = { key: Math.random().toString(36).slice(2), isInside: true }
  history[replace ? 'replaceState' : 'pushState'](
    replace ? { ...history.state, key: keyOf(history.state) } : state,
    '',
    to,
  )
  // A new page starts at its top; a dialog or tab of the same page leaves the scroll alone.
  if (!replace && pageOfAddress() !== here) scrollTo(0, 0)
}

/** A ticker's page differs from the feed by its query only; everything else in a query is a part of its page. */
const pageOfAddress = () => location.pathname + (new URLSearchParams(location.search).get('ticker') ?? '')

/** Goes back inside the product, or to `fallback` when the person came straight to this page. */
export function goBack(fallback = '/'): void {
  if ((history.state as { isInside?: boolean } | null)?.isInside) history.back()
  else go(fallback, { replace: true })
}

function rememberScroll() {
  // At the very top, the top is what was looked at.
  const card = scrollY > 0 ? cardInTheMiddle() : undefined
  places.set(keyOf(history.state), { y: scrollY, ...(card && { card }) })
}

/** More than lies between two cards. */
const GAP_PX = 32

function cardInTheMiddle(): Place['card'] {
  const column = document.getElementById('content')?.getBoundingClientRect()
  if (!column) return undefined
  // Asked by place: asking each card of a long feed where it is would lay all of them out. The second look is past a gap.
  for (const y of [innerHeight / 2, innerHeight / 2 + GAP_PX])
    for (const element of document.elementsFromPoint(column.left + column.width / 2, y)) {
      const card = element.closest<HTMLElement>('[data-signal]')
      if (card) return { id: card.dataset.signal ?? '', top: card.getBoundingClientRect().top }
    }
  return undefined
}

const FRAMES_MAX = 30
/** Cards are laid out as they come into view and move others, so once is not enough. */
const FRAMES_AT_REST = 3

/** Puts the scroll back where it was once the page is tall enough again. */
function restoreScroll() {
  const key = keyOf(history.state)
  const place = places.get(key)
  if (!place) return
  let frames = 0
  let atRest = 0
  const attempt = () => {
    if (keyOf(history.state) !== key) return
    const card = place.card && document.querySelector(`[data-signal="${place.card.id}"]`)
    const away = place.card && card ? card.getBoundingClientRect().top - place.card.top : place.y - scrollY
    if (Math.abs(away) > 1) scrollBy(0, away)
    atRest = Math.abs(away) > 1 ? 0 : atRest + 1
    if (atRest < FRAMES_AT_REST && frames++ < FRAMES_MAX) requestAnimationFrame(attempt)
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
