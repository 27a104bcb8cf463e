// One connection among the accounts: how it stands, what is read over it, and the ways to mend and to end it.
import { TriangleAlert } from 'lucide-react'
import type { Account, Connection } from '#shared/contracts/portfolio.ts'
import { Button } from '#web/ui/button.tsx'
import { clockText, counted, isPaperOnly, momentText } from './portfolio-words.ts'
import { ReconnectButton } from './reconnect-button.tsx'
import { ConnectionBadge } from './trust-badge.tsx'

export type ConnectionItemProps = {
  connection: Connection
  /** Those that are read over it. */
  accounts: readonly Account[]
  isLive: boolean
  onDisconnect: () => void
}

export function ConnectionItem({ connection, accounts, isLive, onDisconnect }: ConnectionItemProps) {
  const { broker, state, since, syncedAt, trouble } = connection
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-6">
      <div className="grid content-start gap-2">
        <div className="grid gap-x-3 gap-y-2 md:flex md:flex-wrap md:items-center">
          <h3 className="font-strong wrap-break-word">{broker}</h3>
          <ConnectionBadge {...connection} isPaper={isPaperOnly(connection, accounts)} isLive={isLive} />
        </div>
        <p className="flex flex-wrap gap-x-4 text-small text-ink-2 tabular-nums">
          <span>Connected since {momentText(since)}</span>
          {syncedAt && <span>Last read {clockText(syncedAt)}</span>}
        </p>
        {trouble !== null && (
          <p className="flex items-start gap-2 text-small text-pretty">
            <TriangleAlert className="icon-sm mt-0.5 flex-none text-caution" />
            <span className="min-w-0 wrap-break-word">{trouble}</span>
          </p>
        )}
        {accounts.length === 0 && state === 'reading' && trouble === null && (
          <p className="text-small text-ink-2">Its accounts will appear here once we’ve read them.</p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 max-md:order-1 md:justify-end">
        {state === 'broken' && <ReconnectButton connection={connection} variant="soft" isNamed />}
        <Button
          size="sm"
          variant="outline"
          aria-haspopup="dialog"
          aria-label={`Disconnect ${broker}`}
          onClick={onDisconnect}
        >
          Disconnect
        </Button>
      </div>
      {accounts.length > 0 && (
        <ul className="divide-y divide-line rounded-control bg-sunken px-3 md:col-span-2 md:px-4">
          {accounts.map((account) => (
            <LinkedAccount key={account.id} account={account} />
          ))}
        </ul>
      )}
    </li>
  )
}

function LinkedAccount({ account: { label, currency, activities, isPaper } }: { account: Account }) {
  return (
    <li className="grid py-2 text-small">
      <span className="flex flex-wrap justify-between gap-x-3 tabular-nums">
        <span className="font-medium">
          {label === null ? 'Account' : `Account ${label}`}, {currency}
        </span>
        <span className="text-ink-2">{counted(activities, 'transaction')}</span>
      </span>
      {isPaper && <span className="text-ink-2">Paper account, not included in any figure</span>}
    </li>
  )
}
