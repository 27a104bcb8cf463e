// The dialog that confirms removing a passkey.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { factors, type Passkey } from '#shared/contracts/factors.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ConfirmDialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

/** Opens at `?dialog=remove-passkey&passkey=…` if the passkey is in the list. */
export function RemovePasskeyDialog({ passkeys }: { passkeys: Passkey[] }) {
  const { isOpen, close, closeIfOpen } = useDialog('remove-passkey')
  const id = new URLSearchParams(useSearch()).get('passkey')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (passkeyId: string) => call(factors.removePasskey, { params: { id: passkeyId } }),
    onSuccess: async () => {
      focusAfterDialog('passkeys')
      closeIfOpen()
      followOutcome(accountOutcomes.passkeyRemoved)
      await client.invalidateQueries({ queryKey: queryKeys.factors })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.passkeyRemovalFailed, error)
    },
  })
  const requested = passkeys.find((passkey) => passkey.id === id)
  // Keeps the content while the dialog animates out.
  const [shown, setShown] = useState(requested)
  if (isOpen && requested && requested !== shown) setShown(requested)
  if (!shown) return null
  return (
    <ConfirmDialog
      open={isOpen && requested !== undefined}
      onClose={close}
      title={`Remove “${shown.name}”?`}
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(shown.id)}
    >
      <p className="text-pretty text-ink-2">
        You won’t be able to sign in with this passkey. Your device may keep it: delete it in your device’s
        password settings too.
      </p>
    </ConfirmDialog>
  )
}
