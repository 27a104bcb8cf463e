// A stretch of a list of signals: drawn while it is in or near the view, and as high as it was while it is not.
import { memo, useEffect, useRef, useState } from 'react'
import type { Signal } from '#shared/contracts/signals.ts'
import { SignalCard } from './signal-card.tsx'

/** By name, also of lists that are not on screen: coming back, the scroll is where it was. */
const heights = new Map<string, number>()
/** A usual card with the gap below it, before it was ever laid out. */
const CARD_GUESS_PX = 240
/** Some four hundred cards around the view stay, for a search in the page and for who scrolls fast. */
const NEAR_PX = 50_000

const nearness = new WeakMap<Element, (isNear: boolean) => void>()
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      // Whoever is inside with the keyboard is not thrown out.
      nearness.get(target)?.(isIntersecting || target.contains(document.activeElement))
  },
  { rootMargin: `${NEAR_PX}px 0px` },
)
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentBoxSize } of entries) {
    const name = (target as HTMLElement).dataset.stretch
    const height = contentBoxSize[0]?.blockSize
    if (name !== undefined && height) heights.set(name, height)
  }
})

export type StretchProps = {
  /** Stays the same for as long as its last signal does. */
  name: string
  signals: readonly Signal[]
  /** Of a list so short that all of it may as well be there. */
  isShort: boolean
}

/**
 * A feed of five thousand cards, all of them in the page, takes a second to come back to and hundreds of thousands of
 * nodes to keep. Within what is near, the browser lays out only what is in view.
 */
export const Stretch = memo(function Stretch({ name, signals, isShort }: StretchProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(() => isShort || !heights.has(name))
  const height = heights.get(name) ?? signals.length * CARD_GUESS_PX

  useEffect(() => {
    const element = place.current
    if (!element || isShort) return undefined
    nearness.set(element, setIsNear)
    near.observe(element)
    return () => near.unobserve(element)
  }, [isShort])
  useEffect(() => {
    const element = place.current
    if (!element || !isNear) return undefined
    sizes.observe(element)
    return () => sizes.unobserve(element)
  }, [isNear])

  if (!isNear) return <div ref={place} style={{ height }} />
  return (
    // Room around the cards, or what is not laid out would cut off their shadows and focus rings.
    <div
      ref={place}
      data-stretch={name}
      className="-m-1.5 grid grid-cols-[minmax(0,1fr)] gap-4 p-1.5 md:gap-5"
      style={{ contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {signals.map((signal) => (
        <SignalCard key={signal.id} signal={signal} />
      ))}
    </div>
  )
})
