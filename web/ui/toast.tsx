// Where the toast appears: one at a time, five seconds, swiped away to the right, F8 to reach it.
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import * as Radix from 'radix-ui/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { TOAST_MS, TOAST_SWIPE_PX } from '#shared/limits.ts'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, useToast, type Toast } from './toast-store.ts'

/** Placed once, at the root of the app. Words come from `showToast` in toast-store.ts. */
export function Toaster() {
  const toast = useToast()
  const place = useRef<HTMLOListElement>(null)
  useWayInAndBack(place, toast?.open ?? false)
  return (
    <Radix.Provider
      label="Notification"
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_PX}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
      {
        // An opening dialog hides from screen readers all there is, but for live regions and whatever comes later; the
        // words themselves are said elsewhere.
        createPortal(
          <Radix.Viewport ref={place} hotkey={['F8']} aria-live="off" className="toast-place" />,
          document.body,
        )
      }
    </Radix.Provider>
  )
}

/**
 * An open dialog takes back any focus that leaves it, which it sees at the document: on its way to and from the toast it
 * does not get there. When the toast goes, the focus is where it was before.
 */
function useWayInAndBack(place: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const from = useRef<EventTarget>(null)
  useEffect(() => {
    const isHere = (target: EventTarget | null) => target instanceof Node && place.current?.contains(target)
    function onFocus(event: FocusEvent) {
      const [left, entered] =
        event.type === 'focusin' ? [event.relatedTarget, event.target] : [event.target, event.relatedTarget]
      if (!isHere(entered)) return
      if (!isHere(left)) from.current = left
      event.stopPropagation()
    }
    const ways = ['focusin', 'focusout'] as const
    for (const way of ways) document.body.addEventListener(way, onFocus)
    return () => {
      for (const way of ways) document.body.removeEventListener(way, onFocus)
    }
  }, [place])
  useEffect(() => {
    if (isOpen || !place.current?.contains(document.activeElement)) return
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus()
  }, [place, isOpen])
}

/** A failure is announced at once, anything else when the reader has finished its sentence. */
function ToastCard({ toast }: { toast: Toast }) {
  const failure = toast.tone === 'destructive'
  const Icon = failure ? CircleAlert : CircleCheck
  const card = useRef<HTMLLIElement>(null)
  const isForDialog = useRef(false)
  return (
    <Radix.Root
      ref={card}
      type={failure ? 'foreground' : 'background'}
      open={toast.open}
      duration={toast.durationMs ?? TOAST_MS}
      // Radix gives Escape to whatever came last; a person at a dialog means the dialog, which closes itself then.
      onEscapeKeyDown={({ target }) => {
        const isHere = target instanceof Node && card.current?.contains(target)
        isForDialog.current = !isHere && document.querySelector('.dialog[data-state=open]') !== null
      }}
      onOpenChange={(open) => {
        if (!open && !isForDialog.current) dismissToast(toast.id)
        isForDialog.current = false
      }}
      className={classes(LOOK, failure ? 'border-loss bg-loss-soft' : 'border-line bg-raised')}
    >
      <Icon className={classes('icon mt-1.5', failure ? 'text-loss' : 'text-gain')} />
      <div className="grid min-w-0 flex-1 gap-0.5 py-1.5 wrap-break-word">
        <Radix.Title className="font-strong text-ink">{toast.title}</Radix.Title>
        {toast.description !== undefined && (
          <Radix.Description className="text-ink-2">{toast.description}</Radix.Description>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton icon={X} label="Dismiss" size="sm" />
      </Radix.Close>
    </Radix.Root>
  )
}

const LOOK = classes(
  'pointer-events-auto flex w-full max-w-104 touch-pan-y items-start gap-3 rounded-card border py-2',
  'pr-2 pl-4 text-label shadow-float',
  'animate-toast-in data-[state=closed]:animate-toast-out',
  'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:animate-none',
  'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
  'data-[swipe=cancel]:duration-150',
  'data-[swipe=end]:animate-toast-swipe',
)
