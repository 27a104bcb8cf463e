// The dialog that asks before something is canceled, deleted or disconnected.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
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
