// Asks before the whole portfolio is deleted, and lists what goes and what stays.
import { useState } from 'react'
import type { Connection } from '#shared/contracts/portfolio.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { useDeleteAll } from './connection-queries.ts'
import { accountsText, counted, providerName } from './portfolio-words.ts'
import type { Overview } from './queries.ts'

const DELETE_PORTFOLIO = 'delete-portfolio'

/** Opens at `?dialog=delete-portfolio` while there is something to delete. */
export function DeleteAllDialog({ accounts, connections }: Pick<Overview, 'accounts' | 'connections'>) {
  const { isOpen, close } = useDialog(DELETE_PORTFOLIO)
  const remove = useDeleteAll()
  const isThere = accounts.length + connections.length > 0
  // Stays drawn as it was while the dialog leaves.
  const [shown, setShown] = useState({ accounts, connections })
  if (isOpen && isThere && (accounts !== shown.accounts || connections !== shown.connections))
    setShown({ accounts, connections })

  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        focusAfterDialog('content')
        if (new URLSearchParams(location.search).get('dialog') === DELETE_PORTFOLIO) close()
      },
    })
  return (
    <Dialog
      open={isOpen && isThere}
      onOpenChange={(open) => !open && close()}
      title="Delete everything?"
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button variant="danger" pending={remove.isPending} pendingLabel="Deleting..." onClick={confirm}>
            Delete everything
          </Button>
        </>
      }
    >
      <p className="text-pretty text-ink-2">
        Your whole portfolio is deleted right away. This can’t be undone.
      </p>
      <ul className="grid list-disc gap-2 pl-5 text-pretty text-ink-2 marker:text-ink-3">
        {shown.accounts.length > 0 && <li>{upper(accountsText(shown.accounts))}</li>}
        {shown.connections.length > 0 && (
          <li>
            {counted(shown.connections.length, 'connection')}:{' '}
            {shown.connections.map(({ broker }) => broker).join(', ')}. What {providersOf(shown.connections)}{' '}
            keeps of you is deleted there too
          </li>
        )}
        <li>Your return, curve and holdings; your profile shows {NO_PERFORMANCE} again</li>
      </ul>
      <p className="text-pretty text-ink-2">
        Your broker accounts, signals, followers and subscribers don’t change.
      </p>
    </Dialog>
  )
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "SnapTrade and Plaid", each once. */
const providersOf = (connections: readonly Connection[]) =>
  [...new Set(connections.map(({ provider }) => providerName(provider)))].join(' and ')
