// The dialog: a sheet on phones, a panel from 768 px. Its title, close button and footer stay visible. Also a dialog
// that asks for confirmation.
import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import * as Radix from 'radix-ui/dialog'
import { X } from 'lucide-react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  subtitle?: ReactNode
  /** The actions, the primary one last. Always visible. */
  foot?: ReactNode
  /** 560 px instead of 448 px. */
  wide?: boolean | undefined
  /** Makes body and footer one form. Enter, Ctrl+Enter and a submit button in the footer all submit it. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  children: ReactNode
}

/**
 * The id of the element that gets the focus when the open dialog closes, instead of the one that opened it.
 */
let focusOnClose: string | undefined

/**
 * For a dialog whose action removes the button that opened it. Call it when the action has succeeded: the
 * element with this id, usually a heading, gets the focus once the dialog has closed, or at once if the
 * dialog is already closed.
 */
export function focusAfterDialog(id: string): void {
  if (document.querySelector('.dialog')) focusOnClose = id
  else if (document.activeElement === document.body) document.getElementById(id)?.focus()
}

export function Dialog({ open, onOpenChange, ...sheet }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-layer">
          <Sheet {...sheet} onEscape={() => onOpenChange(false)} />
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Mounted only while open, so the focused element at the first render is the one that opened the dialog. */
function Sheet({
  title,
  subtitle,
  foot,
  wide,
  onSubmit,
  onEscape,
  children,
}: Omit<DialogProps, 'open' | 'onOpenChange'> & { onEscape: () => void }) {
  const [opener] = useState(openingElement)
  const bodyId = useId()
  const content = (
    <>
      <div
        id={bodyId}
        className="dialog-body grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-5 pt-3 pb-5 md:px-6 md:pb-6"
      >
        {children}
      </div>
      {foot !== undefined && <DialogFoot>{foot}</DialogFoot>}
    </>
  )
  return (
    <Radix.Content
      className="dialog focus:outline-none"
      data-wide={wide ? '' : undefined}
      {...(subtitle === undefined && { 'aria-describedby': undefined })}
      // If a toast appeared after the dialog, Radix sends Escape to the toast only.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onEscape()}
      onOpenAutoFocus={(event) => {
        // Focusing the dialog itself reads out the title and keeps on-screen keyboards closed. `autoFocus` on
        // a field wins, but over another dialog, which takes the focus back, the field needs
        // `data-first-focus`.
        event.preventDefault()
        const { currentTarget: dialog } = event
        if (!(dialog instanceof HTMLElement)) return
        const field = dialog.querySelector<HTMLElement>('[data-first-focus]') ?? dialog
        field.focus({ preventScroll: true })
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        const target = focusOnClose === undefined ? null : document.getElementById(focusOnClose)
        focusOnClose = undefined
        if (target) target.focus()
        else if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
        // It was opened from another dialog, which is gone.
        else document.getElementById('content')?.focus()
      }}
    >
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 pt-3 pr-3 pb-2 pl-5 wrap-anywhere md:pt-4 md:pr-4 md:pl-6">
        <Radix.Title className="pt-2 text-title font-strong">{title}</Radix.Title>
        <Radix.Close asChild>
          <IconButton icon={X} label="Close" />
        </Radix.Close>
        {/* Below the button too, so that a phone needs fewer lines. */}
        {subtitle !== undefined && (
          <Radix.Description className="col-span-full text-small text-pretty text-ink-2">
            {subtitle}
          </Radix.Description>
        )}
      </header>
      {onSubmit ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- submitting is what a form does
        <form noValidate onSubmit={onSubmit} onKeyDown={submitShortcut} className="dialog-form">
          {content}
        </form>
      ) : (
        content
      )}
    </Radix.Content>
  )
}

/** Ctrl+Enter or Cmd+Enter, because Enter alone starts a new line in a textarea. */
function submitShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** The focused element. For a menu item, which is about to disappear, it is the button of the menu. */
function openingElement(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <footer
      className={classes(
        'flex flex-wrap gap-3 border-t border-line px-5 pt-4 md:justify-end md:px-6',
        'pb-[calc(1rem+env(safe-area-inset-bottom))]',
        // A note above the actions takes room that a phone doesn't have.
        'max-md:has-[.dialog-note]:gap-x-3 max-md:has-[.dialog-note]:gap-y-1.5 max-md:has-[.dialog-note]:pt-2',
        'max-md:has-[.dialog-note]:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        '[&>a]:flex-1 [&>button]:flex-1 md:[&>a]:flex-none md:[&>button]:flex-none',
        '[&>div]:w-full',
      )}
    >
      {children}
    </footer>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** The label of the button that confirms, and its label while `isPending`. */
  confirmLabel: string
  pendingLabel: string
  isPending: boolean
  onConfirm: () => void
  children: ReactNode
}

/** Asks before something is canceled, deleted or disconnected. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, confirmLabel, pendingLabel, isPending, onConfirm, children } = props
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      foot={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" pending={isPending} pendingLabel={pendingLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** What confirming means, as `li` elements. */
export const Consequences = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-2 pl-5 text-pretty text-ink-2 marker:text-ink-3">{children}</ul>
)
