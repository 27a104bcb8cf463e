// Cards out of view are not laid out; their last known heights keep the scroll in place after coming back.

const heights = new Map<string, number>()

const observer = new ResizeObserver((entries) => {
  for (const { target, contentBoxSize } of entries) {
    const id = (target as HTMLElement).dataset.signal
    const height = contentBoxSize[0]?.blockSize
    if (id !== undefined && height) heights.set(id, height)
  }
})

/** A usual card inside its padding, before it was ever laid out. */
const GUESS_PX = 220

/** The ref of a card that carries its signal's id as `data-signal`. */
export function keepHeight(card: HTMLElement | null) {
  if (!card) return
  const known = heights.get(card.dataset.signal ?? '') ?? GUESS_PX
  card.style.contentVisibility = 'auto'
  card.style.containIntrinsicBlockSize = `auto ${known}px`
  observer.observe(card)
  return () => observer.unobserve(card)
}
