// Checks the focus: whether it shows a ring, whether anything covers it, and which controls it never reaches.
import type { Page } from '@playwright/test'

export type Stop = {
  /** The same number for the same element; undefined if nothing has the focus. */
  place: number | undefined
  name: string
  /** What is wrong with the focus, as sentences. */
  issues: string[]
}

/** Checks the focused element and records that it was reached. */
export const inspectFocus = (page: Page): Promise<Stop> => page.evaluate(measure, 'the focus' as Query)

/** Records the page's controls, before any of them has the focus. */
export async function recordControls(page: Page): Promise<void> {
  await page.evaluate(measure, 'the controls' as Query)
}

/** The recorded controls that never had the focus. */
export async function unreachedControls(page: Page): Promise<string[]> {
  return (await page.evaluate(measure, 'unreached' as Query)).issues
}

type Query = 'the focus' | 'the controls' | 'unreached'

/** Runs in the page, so it is self-contained. Its memory lasts as long as the page. */
function measure(query: Query): Stop {
  type Memory = {
    places: Element[]
    reached: Set<Element>
    controls: Element[]
    /** The ring of each element without the focus. */
    rest: WeakMap<Element, string>
    ringElements: WeakMap<Element, Element[]>
  }
  const memory = ((window as { focusLook?: Memory }).focusLook ??= {
    places: [],
    reached: new Set(),
    controls: [],
    rest: new WeakMap(),
    ringElements: new WeakMap(),
  })
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]'
  const GROUPS = '[role=tablist], [role=radiogroup], [role=toolbar]'
  const focused = document.activeElement
  const nameOf = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
    const words = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent)
    const role = element.getAttribute('role') ?? element.localName
    return `${role} "${words?.trim().replace(/\s+/g, ' ').slice(0, 40)}"`
  }

  /** The visible ring of an element, as a string to compare. */
  const ringOf = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element)
    const isClear = /\/ 0\)$|, 0\)$|^transparent$/.test(outlineColor)
    // `auto` is the browser's own ring, with the system's width.
    const isWide = outlineStyle === 'auto' || parseFloat(outlineWidth) >= 2
    const hasOutline = outlineStyle !== 'none' && isWide && !isClear
    return `${hasOutline ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : ''}|${boxShadow}`
  }
  /** Elements that may draw the ring of a control: itself, or up to three ancestors that contain no other control. */
  const ringElementsOf = (element: Element): Element[] => {
    const known = memory.ringElements.get(element)
    if (known) return known
    const ringElements = [element]
    memory.ringElements.set(element, ringElements)
    for (let box = element.parentElement; box && ringElements.length < 4; box = box.parentElement) {
      if ([...box.querySelectorAll(CONTROLS)].some((other) => other !== element)) break
      ringElements.push(box)
    }
    return ringElements
  }
  /** The ancestors that clip the ring of an element. */
  const ringClipsOf = (ringElement: Element): string[] => {
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(ringElement)
    const reach = outlineStyle === 'none' ? 0 : parseFloat(outlineOffset) + parseFloat(outlineWidth)
    const boxes = [...ringElement.getClientRects()].map((box) => ({
      left: box.left - reach,
      right: box.right + reach,
      top: box.top - reach,
      bottom: box.bottom + reach,
    }))
    const clips: string[] = []
    const compare = (by: string, left: number, top: number, right: number, bottom: number) => {
      const sides = new Set<string>()
      for (const box of boxes) {
        if (box.left < left - 1) sides.add('left')
        if (box.top < top - 1) sides.add('top')
        if (box.right > right + 1) sides.add('right')
        if (box.bottom > bottom + 1) sides.add('bottom')
      }
      if (sides.size) clips.push(`${by} clips its ring at the ${[...sides].join(', ')}`)
    }
    let isFixed = getComputedStyle(ringElement).position === 'fixed'
    for (
      let box = ringElement.parentElement;
      box && box !== document.body && !isFixed;
      box = box.parentElement
    ) {
      const { overflowX, overflowY, contentVisibility, position } = getComputedStyle(box)
      isFixed = position === 'fixed'
      if (overflowX === 'visible' && overflowY === 'visible' && contentVisibility === 'visible') continue
      const { left, top } = box.getBoundingClientRect()
      const [x, y] = [left + box.clientLeft, top + box.clientTop]
      compare(nameOf(box), x, y, x + box.clientWidth, y + box.clientHeight)
    }
    return clips
  }

  /** What covers an element, or where it leaves the window, at a grid of points a pixel inside its edges. */
  const hiddenBy = (element: Element): { by: Set<string>; seen: number; points: number } => {
    const by = new Set<string>()
    let [seen, points] = [0, 0]
    const family = [element, ...((element as HTMLInputElement).labels ?? [])]
    for (const { left, top, width, height } of element.getClientRects())
      for (const across of [0, 0.25, 0.5, 0.75, 1])
        for (const down of [0, 0.25, 0.5, 0.75, 1]) {
          // Corners can be rounded.
          if (across % 1 === 0 && down % 1 === 0) continue
          const x = left + 1 + (width - 2) * across
          const y = top + 1 + (height - 2) * down
          points++
          if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
            by.add('the edge of the window')
            continue
          }
          const hit = document.elementFromPoint(x, y)
          if (hit && family.some((part) => part.contains(hit) || hit.contains(part))) seen++
          // A toast disappears by itself, so it may cover a part of an element, but never all of it.
          else if (hit?.closest('.toast-place')) points--
          else by.add(hit ? nameOf(hit.closest('header, nav, li, footer, [role]') ?? hit) : 'nothing')
        }
    return { by, seen, points }
  }
  const freeHeight = () => {
    const bars = [...document.querySelectorAll('header, nav')].filter((bar) =>
      /sticky|fixed/.test(getComputedStyle(bar).position),
    )
    return bars.reduce((free, bar) => free - bar.getBoundingClientRect().height, innerHeight)
  }
  const focusIssues = (element: Element): string[] => {
    const ringElements = ringElementsOf(element).filter((ringElement) => {
      const ring = ringOf(ringElement)
      return ring !== '|none' && ring !== memory.rest.get(ringElement)
    })
    const { by, seen, points } = hiddenBy(element)
    const isTall = element.getBoundingClientRect().height > freeHeight()
    const coveredBy = [...by].join(' and ')
    const [ringElement] = ringElements
    return [
      ...(ringElement ? (isTall ? [] : ringClipsOf(ringElement)) : ['it shows no ring']),
      ...(seen === 0 ? [`it is hidden by ${coveredBy || 'a toast'}`] : []),
      ...(seen > 0 && seen < points && !isTall
        ? [`${seen} of ${points} points seen, others hidden by ${coveredBy}`]
        : []),
    ]
  }

  /** An element outside the tab order counts only if it is visible and can be pressed. */
  const isKeyboardControl = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const isTabbable = (element as HTMLElement).tabIndex >= 0
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      (isTabbable || (element.matches('a, button, input') && width > 1 && height > 1)) &&
      !element.matches(':disabled') &&
      element.closest('[inert], [aria-hidden=true]') === null
    )
  }
  /** Some controls are reached through another one: radio buttons, groups with arrow keys, or a second link to the same page. */
  const wasReached = (control: Element): boolean => {
    const { reached } = memory
    if (reached.has(control) || !control.isConnected) return true
    const alike = (other: Element) => {
      if (control instanceof HTMLInputElement && control.type === 'radio')
        return other instanceof HTMLInputElement && other.name === control.name
      if (control.matches(GROUPS)) return control.contains(other)
      if ((control as HTMLElement).tabIndex >= 0) return false
      if (control instanceof HTMLAnchorElement)
        return other instanceof HTMLAnchorElement && other.href === control.href
      return control.closest(GROUPS)?.contains(other) === true
    }
    return [...reached].some(alike)
  }

  const isNowhere = !focused || focused === document.body
  const stop: Stop = { place: undefined, name: 'nowhere', issues: [] }
  if (query === 'the controls')
    memory.controls = [...document.querySelectorAll(CONTROLS)].filter(isKeyboardControl)
  if (query === 'unreached')
    stop.issues = memory.controls
      .filter((control) => !wasReached(control))
      .map((control) => `${nameOf(control)} was never reached`)
  if (query === 'the focus' && !isNowhere) {
    memory.reached.add(focused)
    if (!memory.places.includes(focused)) memory.places.push(focused)
    stop.place = memory.places.indexOf(focused)
    stop.name = nameOf(focused)
    stop.issues = focusIssues(focused)
  }
  // Records the rings of all other controls without the focus, to compare them later.
  for (const control of document.querySelectorAll(CONTROLS))
    for (const ringElement of ringElementsOf(control))
      if (!ringElement.contains(focused) || isNowhere) memory.rest.set(ringElement, ringOf(ringElement))
  return stop
}
