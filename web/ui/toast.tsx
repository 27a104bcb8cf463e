// Shows the toast: one at a time, for five seconds. It can be swiped away to the right, and F8 focuses it.
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import * as Radix from 'radix-ui/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { TOAST_MS, TOAST_SWIPE_PX } from '#shared/limits.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, useToast, type Toast } from './toast-store.ts'

/** Rendered once, at the root of the app. `showToast` in toast-store.ts sets the content. */
export function Toaster() {
  const toast = useToast()
  const viewport = useRef<HTMLOListElement>(null)
  useToastFocus(viewport, toast?.open ?? false)
  return (
    <Radix.Provider
      label="Notification"
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_PX}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
      {
        // An opening dialog hides everything from screen readers except live regions, so the viewport is one.
        // Radix announces the toast's text elsewhere, hence "off".
        createPortal(
          <Radix.Viewport ref={viewport} hotkey={['F8']} aria-live="off" className="toast-place" />,
          document.body,
        )
      }
    </Radix.Provider>
  )
}

/**
 * An open dialog listens on the document and takes back any focus that leaves it. Stopping focus events
 * between the dialog and the toast lets the toast have the focus. When the toast closes, the focus returns to
 * where it was.
 */
function useToastFocus(viewport: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const previous = useRef<EventTarget>(null)
  useEffect(() => {
    const isInToast = (target: EventTarget | null) =>
      target instanceof Node && viewport.current?.contains(target)
    function onFocus(event: FocusEvent) {
      const [left, entered] =
        event.type === 'focusin' ? [event.relatedTarget, event.target] : [event.target, event.relatedTarget]
      if (!isInToast(entered)) return
      if (!isInToast(left)) previous.current = left
      event.stopPropagation()
    }
    const types = ['focusin', 'focusout'] as const
    for (const type of types) document.body.addEventListener(type, onFocus)
    return () => {
      for (const type of types) document.body.removeEventListener(type, onFocus)
    }
  }, [viewport])
  useEffect(() => {
    if (isOpen || !viewport.current?.contains(document.activeElement)) return
    if (previous.current instanceof HTMLElement && previous.current.isConnected) previous.current.focus()
  }, [viewport, isOpen])
}

/** Screen readers announce an error at once, and anything else after the current sentence. */
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
      // Radix sends Escape to the layer that opened last. If the focus is in a dialog, Escape is meant for the
      // dialog, which handles the key itself.
      onEscapeKeyDown={({ target }) => {
        const isInToast = target instanceof Node && card.current?.contains(target)
        isForDialog.current = !isInToast && document.querySelector('.dialog[data-state=open]') !== null
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
      {toast.action && (
        <Radix.Action asChild altText={`${toast.action.label}: ${toast.title}`}>
          <Button variant="ghost" size="sm" className="-my-0.5" onClick={toast.action.onSelect}>
            {toast.action.label}
          </Button>
        </Radix.Action>
      )}
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
