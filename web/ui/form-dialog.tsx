// A dialog that is one form: fields, "Cancel", a button that submits, and what went wrong.
import type { FormEvent, ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The label of the submit button, and its label while `isPending`. */
  submitLabel: string
  pendingLabel: string
  isPending: boolean
  cancelLabel?: string | undefined
  /** For a form that deletes something. */
  isDanger?: boolean | undefined
  wide?: boolean | undefined
  /** Shown below the fields. */
  error?: string | undefined
  /** Replaces the fields when there is nothing more to fill in. Then the only button is "Done". */
  done?: ReactNode
  children: ReactNode
}

/** Mount it only while it is open, so that nothing that was typed stays in its fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, onClose, onSubmit, submitLabel, pendingLabel, isPending } = props
  const { cancelLabel = 'Cancel', isDanger = false, wide, error, done, children } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      subtitle={subtitle}
      wide={wide}
      onSubmit={done === undefined ? onSubmit : undefined}
      foot={
        done === undefined ? (
          <>
            <Button variant="outline" onClick={onClose}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              variant={isDanger ? 'danger' : 'primary'}
              pending={isPending}
              pendingLabel={pendingLabel}
            >
              {submitLabel}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )
      }
    >
      {done ?? children}
      {done === undefined && error !== undefined && (
        <Banner tone="loss" role="alert">
          {error}
        </Banner>
      )}
    </Dialog>
  )
}
