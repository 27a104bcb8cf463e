// The dialogs that confirm deleting one account, or the whole portfolio.
import { useState } from 'react'
import { useSearch } from 'wouter'
import { portfolio } from '#shared/contracts/portfolio.ts'
import type { Account, Connection } from '#shared/contracts/portfolio-accounts.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { ConfirmDialog, Consequences, focusAfterDialog } from '#web/ui/dialog.tsx'
import { accountName, accountsText, counted, providerName } from '../format.ts'
import { type Overview, useRemoval } from '../queries.ts'
import { portfolioOutcomes } from '#web/features/portfolio/outcomes.ts'

export const DELETE_ACCOUNT = 'delete-account'

type DeleteAccountDialogProps = {
  accounts: readonly Account[]
  /** Whether this is the only account, counting linked ones. */
  isLast: boolean
  /** The id of the element that gets the focus once the account and its button are gone. */
  focusAfter: string
}

/** Opens at `?dialog=delete-account&account=…` if the account is in the list. */
export function DeleteAccountDialog({ accounts, isLast, focusAfter }: DeleteAccountDialogProps) {
  const { isOpen, close, closeIfOpen } = useDialog(DELETE_ACCOUNT)
  const id = new URLSearchParams(useSearch()).get('account')
  const remove = useRemoval({
    remove: (accountId: string) => call(portfolio.deleteAccount, { params: { id: accountId } }),
    done: portfolioOutcomes.accountDeleted,
    failed: portfolioOutcomes.accountDeletionFailed,
  })
  const requested = accounts.find((account) => account.id === id)
  // Keeps its content while the dialog animates out.
  const [shown, setShown] = useState(requested)
  if (isOpen && requested && requested !== shown) setShown(requested)
  if (!shown) return null

  const confirm = () =>
    remove.mutate(shown.id, {
      onSuccess: () => {
        focusAfterDialog(focusAfter)
        closeIfOpen()
      },
    })
  return (
    <ConfirmDialog
      open={isOpen && requested !== undefined}
      onClose={close}
      title={`Delete ${accountName(shown)}?`}
      confirmLabel="Delete import"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={confirm}
    >
      <p className="text-pretty text-ink-2">
        {counted(shown.activities, 'transaction')} and everything calculated from them are deleted right away.
        This can’t be undone.
      </p>
      <Consequences>
        <li>Your return, curve and holdings change, here and on your profile.</li>
        {isLast && <li>This is your only account, so there will be nothing left to show.</li>}
        <li>Your broker account and the file on your device don’t change. You can import the file again.</li>
      </Consequences>
    </ConfirmDialog>
  )
}

const DELETE_PORTFOLIO = 'delete-portfolio'

/** Opens at `?dialog=delete-portfolio` if there is something to delete. */
export function DeleteAllDialog({ accounts, connections }: Pick<Overview, 'accounts' | 'connections'>) {
  const { isOpen, close, closeIfOpen } = useDialog(DELETE_PORTFOLIO)
  const remove = useRemoval({
    remove: () => call(portfolio.deleteAll),
    done: portfolioOutcomes.portfolioDeleted,
    failed: portfolioOutcomes.portfolioDeletionFailed,
  })
  const hasContent = accounts.length + connections.length > 0
  // Keeps its content while the dialog animates out.
  const [shown, setShown] = useState({ accounts, connections })
  if (isOpen && hasContent && (accounts !== shown.accounts || connections !== shown.connections))
    setShown({ accounts, connections })

  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        focusAfterDialog('content')
        closeIfOpen()
      },
    })
  return (
    <ConfirmDialog
      open={isOpen && hasContent}
      onClose={close}
      title="Delete everything?"
      confirmLabel="Delete everything"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={confirm}
    >
      <p className="text-pretty text-ink-2">
        Your whole portfolio is deleted right away. This can’t be undone.
      </p>
      <Consequences>
        {shown.accounts.length > 0 && <li>{capitalizeFirst(accountsText(shown.accounts))}</li>}
        {shown.connections.length > 0 && (
          <li>
            {counted(shown.connections.length, 'connection')}:{' '}
            {shown.connections.map(({ broker }) => broker).join(', ')}. What{' '}
            {providerNames(shown.connections)} keeps of you is deleted there too
          </li>
        )}
        <li>Your return, curve and holdings; your profile shows {NO_PERFORMANCE} again</li>
      </Consequences>
      <p className="text-pretty text-ink-2">
        Your broker accounts, signals, followers and subscribers don’t change.
      </p>
    </ConfirmDialog>
  )
}

const capitalizeFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "SnapTrade and Plaid", without repeats. */
const providerNames = (connections: readonly Connection[]) =>
  [...new Set(connections.map(({ provider }) => providerName(provider)))].join(' and ')
