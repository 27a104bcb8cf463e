// What a ruler says of a page as it is: how large its targets are, and whether everything on it can be read.
import type { Page } from '@playwright/test'

/** WCAG 2.5.8: 24 px, less where a sentence goes on around it; 44 px for tabs and primary actions (look.md). */
const TARGET = 24
const IMPORTANT = 44

/** Everything pressable that is too small, as sentences; a press half a pixel inside its least size has to hit it. */
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
        (!element.matches('[role=switch]') && getComputedStyle(element).backgroundColor === brand)
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
        // Smaller itself, but a press beside it may count for it.
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

/** Whatever lies beyond the sides of the page, or is cut off inside its box, as sentences. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth} px wide, its window ${root.clientWidth} px`)
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`
    const scrolls = (element: Element): boolean => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true
      return false
    }
    for (const element of document.body.querySelectorAll('*')) {
      const hasWords = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!hasWords || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('[aria-hidden=true], [inert]')) continue
      const { left, right, width } = element.getBoundingClientRect()
      const { overflowX, overflowY, textOverflow, clipPath, position } = getComputedStyle(element)
      const isForReadersOnly = clipPath !== 'none' || (position === 'absolute' && width <= 1)
      if (isForReadersOnly) continue
      if ((right > root.clientWidth + 1 || left < -1) && !scrolls(element))
        found.push(`${name(element)} lies from ${Math.round(left)} to ${Math.round(right)} px`)
      const hidesX = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
      if (hidesX && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name(element)} shows ${element.clientWidth} of ${element.scrollWidth} px`)
      if (
        /hidden|clip/.test(overflowY) &&
        element.scrollHeight > element.clientHeight + 2 &&
        element.clientHeight > 0
      )
        if (getComputedStyle(element).webkitLineClamp === 'none')
          found.push(`${name(element)} shows ${element.clientHeight} of ${element.scrollHeight} px in height`)
    }
    return found
  })
