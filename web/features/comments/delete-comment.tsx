// Confirms deleting the viewer's own comment, and explains what stays.
import { ConfirmDialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { useDeleteComment } from './queries.ts'

type DeleteCommentProps = { id: string; signalId: string; onClose: () => void }

export function DeleteComment({ id, signalId, onClose }: DeleteCommentProps) {
  const { mutate, isPending } = useDeleteComment(signalId)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete your comment?"
      confirmLabel="Delete comment"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() =>
        mutate(id, {
          onSuccess: () => {
            // The buttons that had the focus are gone.
            focusAfterDialog(`comment-${id}`)
            onClose()
          },
        })
      }
    >
      <p className="text-pretty text-ink-2">
        Its text and earlier versions are deleted permanently. “Deleted by its writer” stays in its place.
        Replies to it stay.
      </p>
    </ConfirmDialog>
  )
}
