// Confirms withdrawing the viewer's own signal and explains what happens to it: `?dialog=withdraw-signal&id=…`.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from 'wouter/use-browser-location'
import { signals } from '#shared/contracts/signals.ts'
import { HIDDEN_TEXT } from '#shared/rules/hidden-text.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { signalOutcomes } from '#web/lib/signal-outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ConfirmDialog, Consequences, focusAfterDialog } from '#web/ui/dialog.tsx'
import { showChangedSignal } from './feed-updates.ts'

export default function WithdrawDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('withdraw-signal')
  const id = new URLSearchParams(useSearch()).get('id')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (signalId: string) => call(signals.withdraw, { params: { id: signalId } }),
    onSuccess: (signal) => {
      followOutcome(signalOutcomes.signalWithdrawn)
      // The menu that had the focus is gone.
      focusAfterDialog(`signal-${signal.id}`)
      closeIfOpen()
      void showChangedSignal(client, signal)
      void client.invalidateQueries({ queryKey: queryKeys.signals })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(signalOutcomes.withdrawFailed, error)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen && id !== null}
      onClose={close}
      title="Withdraw this signal?"
      confirmLabel="Withdraw signal"
      pendingLabel="Withdrawing..."
      isPending={isPending}
      onConfirm={() => id !== null && mutate(id)}
    >
      <p className="text-pretty text-ink-2">
        Everyone, including your subscribers, sees “{HIDDEN_TEXT.withdrawn}” instead of its text. You can’t
        undo this.
      </p>
      <Consequences>
        <li>Its type, its tickers and its time stay in every list.</li>
        <li>It is still scored, as if you had not withdrawn it.</li>
        <li>It stays in the public log, with an entry saying you withdrew it.</li>
      </Consequences>
    </ConfirmDialog>
  )
}
