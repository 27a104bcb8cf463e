// The dialogs that turn off the authenticator app and replace the recovery codes.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { factors } from '#shared/contracts/factors.ts'
import { isUnauthorized, shownMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Consequences, Dialog } from '#web/ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export function TurnOffAuthenticatorDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('turn-off-authenticator')
  const client = useQueryClient()
  const turnOff = useMutation({
    mutationFn: () => call(factors.turnOffAuthenticator),
    onSuccess: async () => {
      closeIfOpen()
      followOutcome(accountOutcomes.authenticatorOff)
      await client.invalidateQueries({ queryKey: queryKeys.factors })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.authenticatorOffFailed, error)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={close}
      title="Turn off your authenticator app?"
      confirmLabel="Turn off"
      pendingLabel="Turning off..."
      isPending={turnOff.isPending}
      onConfirm={() => turnOff.mutate()}
    >
      <Consequences>
        <li>You’ll sign in with just your password.</li>
        <li>Your recovery codes stop working.</li>
        <li>Your passkeys stay.</li>
      </Consequences>
    </ConfirmDialog>
  )
}

export function NewRecoveryCodesDialog() {
  const { isOpen } = useDialog('new-recovery-codes')
  // Mounted only while open, so that no codes stay in memory.
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close } = useDialog('new-recovery-codes')
  const client = useQueryClient()
  const renew = useMutation({
    mutationFn: () => call(factors.newRecoveryCodes),
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.factors }),
  })
  const { data, error } = renew
  const message = shownMessage(error, 'We couldn’t get new codes. Try again.')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={data ? 'Your new recovery codes' : 'Get new recovery codes?'}
      foot={
        data ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button pending={renew.isPending} pendingLabel="Getting codes..." onClick={() => renew.mutate()}>
              Get new codes
            </Button>
          </>
        )
      }
    >
      {data ? (
        <RecoveryCodes codes={data.recoveryCodes} />
      ) : (
        <p className="text-pretty text-ink-2">Your current codes stop working.</p>
      )}
      {message !== undefined && (
        <Banner tone="loss" role="alert">
          {message}
        </Banner>
      )}
    </Dialog>
  )
}
