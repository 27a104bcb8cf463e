// A tooltip: a short text about a control, shown at once on focus and after a delay on hover.
import {
  cloneElement,
  type ComponentProps,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS } from '#shared/limits.ts'
import { classes } from './classes.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'
type TooltipProps = {
  text: ReactNode
  /** One focusable element with an accessible name of its own. */
  children: ReactElement<ComponentProps<'button'>>
  side?: Side | undefined
}

/** Hides the open tooltip; there is one at most. */
let hideOpen: (() => void) | undefined
let closedAtMs = Number.NEGATIVE_INFINITY

function replaceOpen(hide: () => void) {
  hideOpen?.()
  hideOpen = hide
}
function onClosed() {
  hideOpen = undefined
  closedAtMs = performance.now()
}
const isOpenOrJustClosed = () => hideOpen !== undefined || performance.now() - closedAtMs < TOOLTIP_SKIP_MS

/**
 * The header has two on every screen, so the first screen needs their code. Radix's tooltip takes 17 kB of
 * compressed code with its positioning; this takes 1 kB. The delays are those of spec section 9.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  /** The element of the control while the tooltip is open. */
  const [control, setControl] = useState<Element>()
  const bubble = useRef<HTMLDivElement>(null)
  const timer = useRef(0)
  const isOver = useRef(false)
  const id = useId()

  function open(element: Element) {
    clearTimeout(timer.current)
    replaceOpen(() => setControl(undefined))
    setControl(element)
  }
  function close() {
    clearTimeout(timer.current)
    setControl(undefined)
  }
  function onPointerMove({ pointerType, currentTarget }: PointerEvent) {
    if (pointerType === 'touch' || isOver.current) return
    isOver.current = true
    if (control) return
    if (isOpenOrJustClosed()) open(currentTarget)
    else timer.current = window.setTimeout(() => open(currentTarget), TOOLTIP_OPEN_MS)
  }
  /** The pointer may move on to the tooltip, which someone may read with a magnifier (WCAG 1.4.13). */
  function onPointerLeave({ currentTarget, relatedTarget }: PointerEvent) {
    if (currentTarget !== bubble.current) isOver.current = false
    const isInside = [bubble.current, control].some(
      (element) => relatedTarget instanceof Node && element?.contains(relatedTarget),
    )
    if (!isInside) close()
  }
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && close())
  useEffect(() => () => clearTimeout(timer.current), [timer])
  useLayoutEffect(() => {
    if (!control || !bubble.current) return undefined
    place(bubble.current, control, side)
    const hide = () => setControl(undefined)
    document.addEventListener('keydown', onKeyDown)
    addEventListener('scroll', hide, { capture: true })
    return () => {
      onClosed()
      document.removeEventListener('keydown', onKeyDown)
      removeEventListener('scroll', hide, { capture: true })
    }
  }, [bubble, control, side])

  return (
    <>
      {/* oxlint-disable-next-line react/refs -- the handlers read the refs when they are called */}
      {cloneElement(children, {
        ...(control && { 'aria-describedby': id }),
        onPointerMove,
        onPointerLeave,
        onPointerDown: close,
        onBlur: close,
        // Focus that returns from a closed dialog shouldn't open the tooltip.
        onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && open(currentTarget),
      })}
      {control &&
        createPortal(
          // Its padding is the gap, so that the pointer can cross it.
          <div ref={bubble} className="fixed z-50 w-max p-1.5" onPointerLeave={onPointerLeave}>
            <div
              id={id}
              role="tooltip"
              className={classes(
                'max-w-64 animate-appear rounded-badge bg-ink px-2 py-1 text-small text-pretty',
                'text-canvas shadow-float forced-colors:border',
              )}
            >
              {text}
            </div>
          </div>,
          document.body,
        )}
    </>
  )
}

const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/**
 * Puts the bubble beside the control, or on the other side if it has no room there, and keeps it inside the
 * window.
 */
function place(bubble: HTMLElement, control: Element, side: Side): void {
  const { top, right, bottom, left, width, height } = control.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = bubble
  const [widest, highest] = [innerWidth - offsetWidth, innerHeight - offsetHeight]
  const at: Record<Side, number> = { top: top - offsetHeight, bottom, left: left - offsetWidth, right }
  const isVertical = side === 'top' || side === 'bottom'
  const hasRoom = at[side] >= 0 && at[side] <= (isVertical ? highest : widest)
  const along = at[hasRoom ? side : OPPOSITE[side]]
  const x = isVertical ? left + (width - offsetWidth) / 2 : along
  const y = isVertical ? along : top + (height - offsetHeight) / 2
  bubble.style.left = `${Math.max(0, Math.min(x, widest))}px`
  bubble.style.top = `${Math.max(0, Math.min(y, highest))}px`
}
