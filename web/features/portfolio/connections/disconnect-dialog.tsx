// The dialog that confirms disconnecting a broker and lists what is deleted with the connection.
import { useState } from 'react'
import { useSearch } from 'wouter'
import { portfolio } from '#shared/contracts/portfolio.ts'
import type { Account } from '#shared/contracts/portfolio-accounts.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { ConfirmDialog, Consequences, focusAfterDialog } from '#web/ui/dialog.tsx'
import { accountsText, providerName } from '../format.ts'
import { type Overview, useRemoval } from '../queries.ts'
import { portfolioOutcomes } from '#web/features/portfolio/outcomes.ts'

export const DISCONNECT_BROKER = 'disconnect-broker'

type DisconnectDialogProps = Pick<Overview, 'accounts' | 'connections'> & {
  /** The id of the element that gets the focus once the connection and its button are gone. */
  focusAfter: string
}

/** Opens at `?dialog=disconnect-broker&connection=…` if the connection is in the list. */
export function DisconnectDialog({ accounts, connections, focusAfter }: DisconnectDialogProps) {
  const { isOpen, close, closeIfOpen } = useDialog(DISCONNECT_BROKER)
  const id = new URLSearchParams(useSearch()).get('connection')
  const disconnect = useRemoval({
    remove: (connectionId: string) => call(portfolio.disconnect, { params: { id: connectionId } }),
    done: portfolioOutcomes.brokerDisconnected,
    failed: portfolioOutcomes.disconnectFailed,
  })
  const requested = connections.find((connection) => connection.id === id)
  // Keeps its content while the dialog animates out.
  const [shown, setShown] = useState(requested && { connection: requested, accounts })
  if (isOpen && requested && requested !== shown?.connection) setShown({ connection: requested, accounts })
  if (!shown) return null

  const { broker, provider } = shown.connection
  const belongsToConnection = ({ connectionId }: Account) => connectionId === shown.connection.id
  const affected = shown.accounts.filter(belongsToConnection)
  const others = shown.accounts.filter((account) => !belongsToConnection(account))
  const confirm = () =>
    disconnect.mutate(shown.connection.id, {
      onSuccess: () => {
        focusAfterDialog(focusAfter)
        closeIfOpen()
      },
    })
  return (
    <ConfirmDialog
      open={isOpen && requested !== undefined}
      onClose={close}
      title={`Disconnect ${broker}?`}
      confirmLabel="Disconnect"
      pendingLabel="Disconnecting..."
      isPending={disconnect.isPending}
      onConfirm={confirm}
    >
      <p className="text-pretty text-ink-2">
        {affected.length === 0
          ? `The connection ends right away, here and at ${providerName(provider)}. We haven’t read any data from it.`
          : `The connection ends right away, here and at ${providerName(provider)}, and its data is deleted: ${accountsText(affected)}, with everything calculated from them. This can't be undone.`}
      </p>
      <Consequences>
        {affected.length > 0 && (
          <li>
            {others.some(({ isPaper }) => !isPaper)
              ? 'Your return, curve and holdings change, here and on your profile. Your other accounts stay.'
              : 'Your return, curve and holdings are removed, here and on your profile.'}
          </li>
        )}
        <li>Your broker account doesn’t change. We just can’t read it anymore.</li>
        <li>To reconnect, sign in at the broker again.</li>
      </Consequences>
    </ConfirmDialog>
  )
}
