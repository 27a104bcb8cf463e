// Asks before a connection is ended, and says exactly what is deleted with it.
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Account } from '#shared/contracts/portfolio.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { useDisconnect } from './connection-queries.ts'
import { accountsText, providerName } from './portfolio-words.ts'
import type { Overview } from './queries.ts'

export const DISCONNECT_BROKER = 'disconnect-broker'

export type DisconnectDialogProps = Pick<Overview, 'accounts' | 'connections'> & {
  /** The id of what gets the focus when the connection, and the button that led here, are gone. */
  focusAfter: string
}

/** Opens at `?dialog=disconnect-broker&connection=…`, for one of these. */
export function DisconnectDialog({ accounts, connections, focusAfter }: DisconnectDialogProps) {
  const { isOpen, close } = useDialog(DISCONNECT_BROKER)
  const id = new URLSearchParams(useSearch()).get('connection')
  const disconnect = useDisconnect()
  const asked = connections.find((connection) => connection.id === id)
  // Stays drawn as it was while the dialog leaves.
  const [shown, setShown] = useState(asked && { connection: asked, accounts })
  if (isOpen && asked && asked !== shown?.connection) setShown({ connection: asked, accounts })
  if (!shown) return null

  const { broker, provider } = shown.connection
  const isOfIt = ({ connectionId }: Account) => connectionId === shown.connection.id
  const read = shown.accounts.filter(isOfIt)
  const others = shown.accounts.filter((account) => !isOfIt(account))
  const confirm = () =>
    disconnect.mutate(shown.connection.id, {
      onSuccess: () => {
        focusAfterDialog(focusAfter)
        if (new URLSearchParams(location.search).get('dialog') === DISCONNECT_BROKER) close()
      },
    })
  return (
    <Dialog
      open={isOpen && asked !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Disconnect ${broker}?`}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button
            variant="danger"
            pending={disconnect.isPending}
            pendingLabel="Disconnecting..."
            onClick={confirm}
          >
            Disconnect
          </Button>
        </>
      }
    >
      <p className="text-pretty text-ink-2">
        {read.length === 0
          ? `The connection ends right away, here and at ${providerName(provider)}. We haven’t read any data from it.`
          : `The connection ends right away, here and at ${providerName(provider)}, and its data is deleted: ${accountsText(read)}, with everything calculated from them. This can't be undone.`}
      </p>
      <ul className="grid list-disc gap-2 pl-5 text-pretty text-ink-2 marker:text-ink-3">
        {read.length > 0 && (
          <li>
            {others.some(({ isPaper }) => !isPaper)
              ? 'Your return, curve and holdings change, here and on your profile. Your other accounts stay.'
              : 'Your return, curve and holdings are removed, here and on your profile.'}
          </li>
        )}
        <li>Your broker account doesn’t change. We just can’t read it anymore.</li>
        <li>To reconnect, sign in at the broker again.</li>
      </ul>
    </Dialog>
  )
}
