// Asks before an account is deleted, and says what goes with it.
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Account } from '#shared/contracts/portfolio.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { accountName, counted } from './portfolio-words.ts'
import { useDeleteAccount } from './queries.ts'

export const DELETE_ACCOUNT = 'delete-account'

export type DeleteAccountDialogProps = {
  accounts: readonly Account[]
  /** There is no other one, linked ones included. */
  isLast: boolean
  /** The id of what gets the focus when the account, and the button that led here, are gone. */
  focusAfter: string
}

/** Opens at `?dialog=delete-account&account=…`, for one of these. */
export function DeleteAccountDialog({ accounts, isLast, focusAfter }: DeleteAccountDialogProps) {
  const { isOpen, close } = useDialog(DELETE_ACCOUNT)
  const id = new URLSearchParams(useSearch()).get('account')
  const remove = useDeleteAccount()
  const asked = accounts.find((account) => account.id === id)
  // Stays drawn as it was while the dialog leaves.
  const [shown, setShown] = useState(asked)
  if (isOpen && asked && asked !== shown) setShown(asked)
  if (!shown) return null

  const confirm = () =>
    remove.mutate(shown.id, {
      onSuccess: () => {
        focusAfterDialog(focusAfter)
        if (new URLSearchParams(location.search).get('dialog') === DELETE_ACCOUNT) close()
      },
    })
  return (
    <Dialog
      open={isOpen && asked !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Delete ${accountName(shown)}?`}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button variant="danger" pending={remove.isPending} pendingLabel="Deleting..." onClick={confirm}>
            Delete import
          </Button>
        </>
      }
    >
      <p className="text-pretty text-ink-2">
        {counted(shown.activities, 'transaction')} and everything calculated from them are deleted right away.
        This can’t be undone.
      </p>
      <ul className="grid list-disc gap-2 pl-5 text-pretty text-ink-2 marker:text-ink-3">
        <li>Your return, curve and holdings change, here and on your profile.</li>
        {isLast && <li>This is your only account, so there will be nothing left to show.</li>}
        <li>Your broker account and the file on your device don’t change. You can import the file again.</li>
      </ul>
    </Dialog>
  )
}
