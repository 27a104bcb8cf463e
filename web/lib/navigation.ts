// Client-side navigation: links without page loads, Back, and the scroll position of each history entry.
import { useEffect, useLayoutEffect } from 'react'
import { setNavigate } from './outcomes.ts'
import { clickedLink } from './clicked-link.ts'

/**
 * The scroll offset, and where a visible signal card was: content above it may have another height after
 * Back.
 */
type ScrollPosition = { y: number; card?: { id: string; top: number } }
const positions = new Map<string, ScrollPosition>()
/** Identifies a history entry. The key is in the entry's state, so it is still there after Back. */
const keyOf = (state: unknown): string => (state as { key?: string } | null)?.key ?? 'first'

/** Makes every plain `<a href>` inside the product, including those in the kit, navigate without a page load. */
function onLinkClick(event: MouseEvent) {
  const link = clickedLink(event)
  if (!link) return
  event.preventDefault()
  if (link.href !== location.href) go(link.pathname + link.search)
}

/** Navigates to an address of the product. `replace` replaces the current history entry. */
export function go(to: string, { replace = false } = {}): void {
  saveScroll()
  const from = pageOf(location)
  const state = { key: Math.random().toString(36).slice(2), isInside: true }
  history[replace ? 'replaceState' : 'pushState'](
    replace ? { ...history.state, key: keyOf(history.state) } : state,
    '',
    to,
  )
  // A new page starts at the top. A dialog or tab of the same page keeps the scroll position.
  if (replace || pageOf(location) === from) return
  if (isShownLater) scrollsToTop = true
  else scrollTo(0, 0)
}

/**
 * A ticker's page differs from the feed only by its query. All other query parameters belong to the same
 * page.
 */
export const pageOf = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname + (new URLSearchParams(search).get('ticker') ?? '')

/**
 * Whether pages render in the background (`PageOnScreen`). Until one is shown, the old page mustn't scroll.
 */
let isShownLater = false
let scrollsToTop = false

/**
 * Scrolls to the top when a page that was navigated to is shown. For the component that renders the pages.
 */
export function useScrollToTop(): void {
  useLayoutEffect(() => {
    if (scrollsToTop) scrollTo(0, 0)
    scrollsToTop = false
  })
  useLayoutEffect(() => {
    isShownLater = true
    return () => {
      isShownLater = false
      if (scrollsToTop) scrollTo(0, 0)
      scrollsToTop = false
    }
  }, [])
}

/** Goes back inside the product, or to `fallback` if the person entered the product on this page. */
export function goBack(fallback = '/'): void {
  if ((history.state as { isInside?: boolean } | null)?.isInside) history.back()
  else go(fallback, { replace: true })
}

function saveScroll() {
  // At the very top, the page opens at the top again, even if cards have been added.
  const card = scrollY > 0 ? cardInTheMiddle() : undefined
  positions.set(keyOf(history.state), { y: scrollY, ...(card && { card }) })
}

/** More than the gap between two cards. */
const GAP_PX = 32

function cardInTheMiddle(): ScrollPosition['card'] {
  const column = document.getElementById('content')?.getBoundingClientRect()
  if (!column) return undefined
  // Hit-testing two points is cheap; measuring each card of a long feed would force a layout of all of them.
  // The second point is for when the first one falls into a gap.
  for (const y of [innerHeight / 2, innerHeight / 2 + GAP_PX])
    for (const element of document.elementsFromPoint(column.left + column.width / 2, y)) {
      const card = element.closest<HTMLElement>('[data-signal]')
      if (card) return { id: card.dataset.signal ?? '', top: card.getBoundingClientRect().top }
    }
  return undefined
}

const FRAMES_MAX = 30
/** Cards are laid out only when they come into view, and then move others, so one attempt isn't enough. */
const FRAMES_STABLE = 3

/** Restores the scroll position, once the page is tall enough again. */
function restoreScroll() {
  const key = keyOf(history.state)
  const saved = positions.get(key)
  if (!saved) return
  let frames = 0
  let stable = 0
  const attempt = () => {
    if (keyOf(history.state) !== key) return
    const card = saved.card && document.querySelector(`[data-signal="${saved.card.id}"]`)
    const offBy = saved.card && card ? card.getBoundingClientRect().top - saved.card.top : saved.y - scrollY
    if (Math.abs(offBy) > 1) scrollBy(0, offBy)
    stable = Math.abs(offBy) > 1 ? 0 : stable + 1
    if (stable < FRAMES_STABLE && frames++ < FRAMES_MAX) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Call once, at the root of the app. */
export function useNavigation(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    setNavigate((to) => go(to))
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(saveScroll, 100)
    }
    document.addEventListener('click', onLinkClick)
    addEventListener('popstate', restoreScroll)
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', onLinkClick)
      removeEventListener('popstate', restoreScroll)
      removeEventListener('scroll', onScroll)
    }
  }, [])
}
