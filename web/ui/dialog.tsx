// The dialog: a sheet on phones, a panel above 768 px; its title, close button and foot stay in view.
import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import * as Radix from 'radix-ui/dialog'
import { X } from 'lucide-react'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  subtitle?: ReactNode
  /** Actions, the primary one last; always in view. */
  foot?: ReactNode
  /** 560 px instead of 448 px. */
  wide?: boolean | undefined
  /** Makes body and foot one form: Enter and a submit button in the foot both work, and Ctrl+Enter from everywhere. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  children: ReactNode
}

/** The id of what gets the focus when the open dialog closes, in place of what opened it. */
let focusOnClose: string | undefined

/**
 * For a dialog whose action removes the button that opened it, called when the action has succeeded: once the dialog has
 * closed, the element with this id, a heading, gets the focus. At once where the dialog was closed before the answer.
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

/** Mounted only while open, so what has the focus at its first drawing is what opened it. */
function Sheet({
  title,
  subtitle,
  foot,
  wide,
  onSubmit,
  onEscape,
  children,
}: Omit<DialogProps, 'open' | 'onOpenChange'> & { onEscape: () => void }) {
  const [opener] = useState(opening)
  const bodyId = useId()
  const inside = (
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
      // For the Escape that Radix gives to a toast, because it came later.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onEscape()}
      onOpenAutoFocus={(event) => {
        // The panel itself, so the title is read first and no keyboard jumps up; `autoFocus` on a field wins.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        const after = focusOnClose === undefined ? null : document.getElementById(focusOnClose)
        focusOnClose = undefined
        if (after) after.focus()
        else if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      }}
    >
      <header className="flex items-start gap-2 pt-3 pr-3 pb-2 pl-5 md:pt-4 md:pr-4 md:pl-6">
        <div className="grid min-w-0 flex-1 gap-1 pt-2 wrap-anywhere">
          <Radix.Title className="text-title font-strong">{title}</Radix.Title>
          {subtitle !== undefined && (
            <Radix.Description className="text-small text-pretty text-ink-2">{subtitle}</Radix.Description>
          )}
        </div>
        <Radix.Close asChild>
          <IconButton icon={X} label="Close" />
        </Radix.Close>
      </header>
      {onSubmit ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- submitting is what a form does
        <form noValidate onSubmit={onSubmit} onKeyDown={submitShortcut} className="dialog-form">
          {inside}
        </form>
      ) : (
        inside
      )}
    </Radix.Content>
  )
}

/** Enter alone is a new line in a text of several. */
function submitShortcut(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** What has the focus now; for a menu item, which is about to vanish, the button of its menu. */
function opening(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <footer
      className={classes(
        'flex flex-wrap gap-3 border-t border-line px-5 pt-4 md:justify-end md:px-6',
        'pb-[calc(1rem+env(safe-area-inset-bottom))]',
        '[&>a]:flex-1 [&>button]:flex-1 md:[&>a]:flex-none md:[&>button]:flex-none',
        '[&>div]:w-full',
      )}
    >
      {children}
    </footer>
  )
}
