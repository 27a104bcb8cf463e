// Moving the focus to an element that has just appeared.

/** Scrolls the element to the middle of the screen: at an edge, the header or a toast could cover it. */
export function focusCentered(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
