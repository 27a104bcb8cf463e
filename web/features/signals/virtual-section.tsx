// A virtualized section of a list of signals: rendered near the viewport, elsewhere an empty box of the same
// height.
import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Signal } from '#shared/contracts/signals.ts'
import { classes } from '#web/ui/classes.ts'
import { OutcomeSpace } from '#web/ui/outcome-space.tsx'
import { SignalCard, type SignalCardProps, SignalRow, SignedSignalRow } from './signal-card.tsx'

/**
 * The heights by section id, including those of lists that aren't on screen, so that returning to a list restores its
 * scroll position.
 */
const heights = new Map<string, number>()
/** The estimated height of a card and its gap, or of a row, used until it has been laid out. */
const ESTIMATE_PX = { card: 290, row: 190, 'signed-row': 190 }
/** About 400 cards around the viewport stay rendered, for find-in-page and fast scrolling. */
const NEAR_PX = 50_000

const LOOK = { card: SignalCard, row: SignalRow, 'signed-row': SignedSignalRow }
export type SignalLook = keyof typeof LOOK

const SIGNALS_BEFORE_INSERT = 3

const onNearChange = new WeakMap<Element, (isNear: boolean) => void>()
const nearObserver = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      // A section with the focus stays rendered.
      onNearChange.get(target)?.(isIntersecting || target.contains(document.activeElement))
  },
  { rootMargin: `${NEAR_PX}px 0px` },
)
const sizeObserver = new ResizeObserver((entries) => {
  for (const { target, contentBoxSize } of entries) {
    const id = (target as HTMLElement).dataset.section
    const height = contentBoxSize[0]?.blockSize
    if (id !== undefined && height) heights.set(id, height)
  }
})

type VirtualSectionProps = {
  /** The id of the last signal, which doesn't change when signals are added at the top. */
  id: string
  signals: readonly Signal[]
  as: SignalLook
  /** For a list that is short enough to render completely. */
  isAlwaysRendered: boolean
  /** Shown after the third signal. */
  insert?: ReactNode
  Outcome: SignalCardProps['Outcome']
}

/**
 * Returning to a feed of 5,000 cards takes a second and hundreds of thousands of nodes if all of them are
 * rendered. Of the rendered sections the browser lays out only those in view (`content-visibility`).
 */
export const VirtualSection = memo(function VirtualSection({
  id,
  signals,
  as,
  isAlwaysRendered,
  insert,
  Outcome,
}: VirtualSectionProps) {
  const container = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(() => isAlwaysRendered || !heights.has(id))
  const SignalAs = LOOK[as]
  const height = heights.get(id) ?? signals.length * ESTIMATE_PX[as]
  // New on screen: the first signals at once, the others right after, in steps between which the page reacts
  // to input.
  const hasRest = useDeferredValue(true, heights.has(id))
  const rest = signals.slice(SIGNALS_BEFORE_INSERT)
  // All lines of the section load together, in one call.
  const OutcomeAs = Outcome && (hasRest ? Outcome : OutcomeSpace)

  useEffect(() => {
    const element = container.current
    if (!element || isAlwaysRendered) return undefined
    onNearChange.set(element, setIsNear)
    nearObserver.observe(element)
    return () => nearObserver.unobserve(element)
  }, [isAlwaysRendered])
  useEffect(() => {
    const element = container.current
    if (!element || !isNear) return undefined
    sizeObserver.observe(element)
    return () => sizeObserver.unobserve(element)
  }, [isNear])

  if (!isNear) return <div ref={container} style={{ height }} />
  return (
    // The padding keeps `content-visibility` from clipping the shadows and focus rings of the cards.
    <div
      ref={container}
      data-section={id}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)]',
        as === 'card' ? '-m-1.5 gap-4 p-1.5 md:gap-5' : 'divide-y divide-line',
      )}
      style={{ contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {signals.slice(0, SIGNALS_BEFORE_INSERT).map((signal) => (
        <SignalAs key={signal.id} signal={signal} Outcome={OutcomeAs} />
      ))}
      {insert}
      {hasRest ? (
        rest.map((signal) => <SignalAs key={signal.id} signal={signal} Outcome={OutcomeAs} />)
      ) : (
        <div style={{ height: rest.length * ESTIMATE_PX[as] }} />
      )}
    </div>
  )
})
