// The accounts card: broker connections with their accounts, imported accounts, and the buttons that delete
// them.
import { Trash2 } from 'lucide-react'
import type { Account } from '#shared/contracts/portfolio-accounts.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { go } from '#web/lib/navigation.ts'
import type { DialogName } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ConnectionRow } from '../connections/connection-row.tsx'
import { DISCONNECT_BROKER, DisconnectDialog } from '../connections/disconnect-dialog.tsx'
import { ACCOUNT_SOURCE_LABELS, accountName, counted } from '../format.ts'
import { completenessNotes } from '../performance/record-descriptions.ts'
import type { Overview } from '../queries.ts'
import { DELETE_ACCOUNT, DeleteAccountDialog, DeleteAllDialog } from './delete-dialogs.tsx'

/** Gets the focus once the row that had it is deleted. */
const HEADING_ID = 'accounts'

/** Opens a dialog about one account or connection. */
function openDialog(dialog: DialogName, subject: 'account' | 'connection', id: string): void {
  const params = new URLSearchParams(location.search)
  params.set('dialog', dialog)
  params.set(subject, id)
  go(`?${params}`)
}

type AccountsProps = Pick<Overview, 'accounts' | 'connections'> & {
  /** Whether the figures above say "Live Data". If they don't, a working connection says "Connected". */
  isLive: boolean
}

export function Accounts({ accounts, connections, isLive }: AccountsProps) {
  const deleteAllHref = useDialogHref('delete-portfolio')
  const isLinked = ({ connectionId }: Account) => connections.some(({ id }) => id === connectionId)
  const imported = accounts.filter((account) => !isLinked(account))
  const focusAfter = imported.length + connections.length > 1 ? HEADING_ID : 'content'
  return (
    <>
      {imported.length + connections.length > 0 && (
        <CardList as="section" aria-labelledby={HEADING_ID}>
          <CardHead>
            <h2 id={HEADING_ID} tabIndex={-1} className="text-title font-strong">
              Accounts
            </h2>
            <span className="text-small text-ink-2">Only you see this</span>
          </CardHead>
          <ul className="divide-y divide-line">
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id}
                connection={connection}
                accounts={accounts.filter(({ connectionId }) => connectionId === connection.id)}
                isLive={isLive && connections.every(({ provider }) => !provider.isSample)}
                onDisconnect={() => openDialog(DISCONNECT_BROKER, 'connection', connection.id)}
              />
            ))}
            {imported.map((account) => (
              <ImportedAccount
                key={account.id}
                account={account}
                onDelete={() => openDialog(DELETE_ACCOUNT, 'account', account.id)}
              />
            ))}
          </ul>
          <div className="px-2 py-2 md:px-4">
            <Button asChild size="sm" variant="ghost" icon={Trash2}>
              <a href={deleteAllHref} aria-haspopup="dialog">
                Delete everything
              </a>
            </Button>
          </div>
        </CardList>
      )}
      {/* Always rendered, so that a dialog can animate out after its account is gone. */}
      <DeleteAccountDialog accounts={imported} isLast={accounts.length === 1} focusAfter={focusAfter} />
      <DisconnectDialog accounts={accounts} connections={connections} focusAfter={focusAfter} />
      <DeleteAllDialog accounts={accounts} connections={connections} />
    </>
  )
}

/** An account that no connection keeps up to date; usually from a file. */
function ImportedAccount({ account, onDelete }: { account: Account; onDelete: () => void }) {
  return (
    <ListRow
      title={accountName(account)}
      sub={
        <>
          <span className="block tabular-nums">
            {ACCOUNT_SOURCE_LABELS[account.source]} · {counted(account.activities, 'transaction')}
          </span>
          <span className="block tabular-nums">Updated {longDate(account.updatedAt)}</span>
          {account.isMapped && <span className="block">Read with your columns</span>}
          {account.isPaper && <span className="block">Paper account, not included in any figure</span>}
          {completenessNotes(account.completeness, true).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </>
      }
      end={
        <Button
          size="sm"
          variant="outline"
          aria-haspopup="dialog"
          aria-label={`Delete ${accountName(account)}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      }
    />
  )
}
