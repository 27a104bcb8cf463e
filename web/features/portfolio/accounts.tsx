// What a portfolio is made of: connections with their accounts, accounts from files, and the ways to delete them.
import { Trash2 } from 'lucide-react'
import type { Account } from '#shared/contracts/portfolio.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import type { DialogName } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ConnectionItem } from './connection-item.tsx'
import { DELETE_ACCOUNT, DeleteAccountDialog } from './delete-account-dialog.tsx'
import { DeleteAllDialog } from './delete-all-dialog.tsx'
import { DISCONNECT_BROKER, DisconnectDialog } from './disconnect-dialog.tsx'
import { accountName, completenessNotes, counted, momentText, SOURCES } from './portfolio-words.ts'
import type { Overview } from './queries.ts'

/** The heading of the accounts; the focus goes there when the row that had it is gone. */
const HEADING = 'accounts'

/** Opens a dialog about one of them. */
function ask(dialog: DialogName, about: 'account' | 'connection', id: string): void {
  const params = new URLSearchParams(location.search)
  params.set('dialog', dialog)
  params.set(about, id)
  go(`?${params}`)
}

export type AccountsProps = Pick<Overview, 'accounts' | 'connections'> & {
  /** Whether the figures above say "Live Data"; where they don't, a working connection is called connected. */
  isLive: boolean
}

export function Accounts({ accounts, connections, isLive }: AccountsProps) {
  const deletingAll = useDialogHref('delete-portfolio')
  const isLinked = ({ connectionId }: Account) => connections.some(({ id }) => id === connectionId)
  const own = accounts.filter((account) => !isLinked(account))
  const focusAfter = own.length + connections.length > 1 ? HEADING : 'content'
  return (
    <>
      {own.length + connections.length > 0 && (
        <CardList as="section" aria-labelledby={HEADING}>
          <CardHead>
            <h2 id={HEADING} tabIndex={-1} className="text-title font-strong">
              Accounts
            </h2>
            <span className="text-small text-ink-2">Only you see this</span>
          </CardHead>
          <ul className="divide-y divide-line">
            {connections.map((connection) => (
              <ConnectionItem
                key={connection.id}
                connection={connection}
                accounts={accounts.filter(({ connectionId }) => connectionId === connection.id)}
                isLive={isLive && connections.every(({ provider }) => !provider.isSample)}
                onDisconnect={() => ask(DISCONNECT_BROKER, 'connection', connection.id)}
              />
            ))}
            {own.map((account) => (
              <OwnAccount
                key={account.id}
                account={account}
                onDelete={() => ask(DELETE_ACCOUNT, 'account', account.id)}
              />
            ))}
          </ul>
          <div className="px-2 py-2 md:px-4">
            <Button asChild size="sm" variant="ghost" icon={Trash2}>
              <a href={deletingAll} aria-haspopup="dialog">
                Delete everything
              </a>
            </Button>
          </div>
        </CardList>
      )}
      {/* They outlast what they are about, so that their closing is drawn too. */}
      <DeleteAccountDialog accounts={own} isLast={accounts.length === 1} focusAfter={focusAfter} />
      <DisconnectDialog accounts={accounts} connections={connections} focusAfter={focusAfter} />
      <DeleteAllDialog accounts={accounts} connections={connections} />
    </>
  )
}

/** Not kept up to date by any connection: from a file, mostly. */
function OwnAccount({ account, onDelete }: { account: Account; onDelete: () => void }) {
  return (
    <ListRow
      title={accountName(account)}
      sub={
        <>
          <span className="block tabular-nums">
            {SOURCES[account.source]} · {counted(account.activities, 'transaction')}
          </span>
          <span className="block tabular-nums">Updated {momentText(account.updatedAt)}</span>
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
