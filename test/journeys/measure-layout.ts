// Measures the layout of a page: the size of its targets, and text that is clipped.
import type { Page } from '@playwright/test'

/** WCAG 2.5.8: 24 px, except for links in a sentence. Our design requires 44 px for tabs and primary actions. */
const TARGET = 24
const IMPORTANT = 44

/** The targets that are too small, as sentences. A press half a pixel inside the minimum size must hit the target. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([target, important]) => {
      const PRESSABLE =
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=radio], [role=switch], [role=option], [role=menuitem]'
      const primary = document.createElement('i')
      primary.style.backgroundColor = 'var(--color-brand-solid)'
      document.body.append(primary)
      const brand = getComputedStyle(primary).backgroundColor
      primary.remove()
      // Emails don't know the variable, and then the background is transparent.
      const hasBrand = brand !== 'rgba(0, 0, 0, 0)'

      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        const { clipPath, pointerEvents } = getComputedStyle(element)
        return (
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          width > 1 &&
          height > 1 &&
          clipPath === 'none' &&
          pointerEvents !== 'none' &&
          element.closest('[inert], [aria-hidden=true]') === null
        )
      }
      const isWithinSentence = (element: Element) => {
        if (getComputedStyle(element).display !== 'inline') return false
        const around = element.closest('p, li, dd, div')?.textContent ?? ''
        return around.trim() !== element.textContent?.trim()
      }
      const isImportant = (element: Element) =>
        element.matches('[role=tab], nav a') ||
        (!element.matches('[role=switch]') && hasBrand && getComputedStyle(element).backgroundColor === brand)
      const isHit = (element: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        if (!hit) return false
        const labels = [...((element as HTMLInputElement).labels ?? [])]
        return [element, ...labels].some((part) => part.contains(hit) || hit.contains(element))
      }

      return [...document.querySelectorAll(PRESSABLE)].flatMap((element) => {
        if (!isSeen(element) || isWithinSentence(element)) return []
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const least = isImportant(element) ? important : target
        if (width >= least - 0.5 && height >= least - 0.5) return []
        // The element is smaller, but its clickable area may extend beyond it.
        const reach = least / 2 - 1
        const [x, y] = [left + width / 2, top + height / 2]
        const isLarge =
          least === target &&
          isHit(element, x - reach, y) &&
          isHit(element, x + reach, y) &&
          isHit(element, x, y - reach) &&
          isHit(element, x, y + reach)
        if (isLarge) return []
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
        return [
          `${element.tagName.toLowerCase()} "${name}": ${Math.round(width)} by ${Math.round(height)} px, not ${least}`,
        ]
      })
    },
    [TARGET, IMPORTANT] as const,
  )

/** Text that is outside the page or clipped by a box, as sentences. */
export const clippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const found: string[] = []
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide, its window ${root.clientWidth} px`)

    const isForReadersOnly = (element: Element) => {
      const { clipPath, position } = getComputedStyle(element)
      return clipPath !== 'none' || (position === 'absolute' && element.getBoundingClientRect().width <= 1)
    }
    const isSeen = (element: Element) =>
      // Off screen, `content-visibility` leaves signals without a layout, or with the one they had before.
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      }) &&
      element.closest('[aria-hidden=true], [inert]') === null &&
      !isForReadersOnly(element)
    /** The space for an element's text: the nearest clipping ancestor, else the page; null if the ancestor scrolls. */
    const roomOf = (element: Element): { left: number; right: number; bottom: number } | null => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null
        const { left, right, bottom } = box.getBoundingClientRect()
        if (
          /auto|scroll/.test(overflowX) &&
          box.scrollWidth > box.clientWidth &&
          box.matches('[tabindex="0"]')
        )
          return null
        return { left, right, bottom: /auto|scroll/.test(overflowY) ? Infinity : bottom }
      }
      return { left: 0, right: root.clientWidth, bottom: Infinity }
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.textContent?.trim()
      if (!element || !words || !isSeen(element)) continue
      const room = roomOf(element)
      if (!room) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, bottom, width, height } = range.getBoundingClientRect()
      if (width === 0 && height === 0) continue
      if (left < room.left - 1 || right > room.right + 1 || bottom > room.bottom + 3)
        found.push(
          `"${words.slice(0, 40)}" lies from ${Math.round(left)} to ${Math.round(right)} px, its room from ${Math.round(room.left)} to ${Math.round(room.right)} px`,
        )
    }
    return found
  })
