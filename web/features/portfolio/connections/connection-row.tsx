// A connection in the accounts card: its status, its accounts, and the buttons to reconnect and disconnect
// it.
import { Clock, NotebookPen, RefreshCw, TriangleAlert, Unplug } from 'lucide-react'
import type { Account, Connection } from '#shared/contracts/portfolio-accounts.ts'
import { dateAndTime, longDate } from '#web/lib/money-and-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { counted, isPaperOnly } from '../format.ts'
import { LiveBadge } from '../performance/return-headline.tsx'
import { ReconnectButton } from './connection-banners.tsx'

type ConnectionRowProps = {
  connection: Connection
  /** The accounts of this connection. */
  accounts: readonly Account[]
  isLive: boolean
  onDisconnect: () => void
}

export function ConnectionRow({ connection, accounts, isLive, onDisconnect }: ConnectionRowProps) {
  const { broker, provider, state, since, syncedAt, trouble: delayReason } = connection
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-6">
      <div className="grid content-start gap-2">
        <div className="grid justify-items-start gap-x-3 gap-y-2 md:flex md:flex-wrap md:items-center">
          <h3 className="font-strong wrap-break-word">{broker}</h3>
          <ConnectionBadge {...connection} isPaper={isPaperOnly(connection, accounts)} isLive={isLive} />
          {provider.isSample && <Badge>Sample broker</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-4 text-small text-ink-2 tabular-nums">
          <span>Connected since {longDate(since)}</span>
          {syncedAt && <span>Last read {dateAndTime(syncedAt)}</span>}
        </p>
        {delayReason !== null && (
          <p className="flex items-start gap-2 text-small text-pretty">
            <TriangleAlert className="icon-sm mt-0.5 flex-none text-caution" />
            <span className="min-w-0 wrap-break-word">{delayReason}</span>
          </p>
        )}
        {accounts.length === 0 && state === 'reading' && delayReason === null && (
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

type ConnectionBadgeProps = Pick<Connection, 'state' | 'provider' | 'trouble'> & {
  /** Whether the connection has paper accounts only, which are never "Live Data". */
  isPaper: boolean
  /** False if the figures on the page aren't live, so that "Live Data" appears nowhere on it. */
  isLive?: boolean
}

/** The status of a connection. */
export function ConnectionBadge({
  state,
  provider,
  trouble: delayReason,
  isPaper,
  isLive = true,
}: ConnectionBadgeProps) {
  const isWorking = state === 'live' && !isPaper && !provider.isSample
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {isWorking && (isLive ? <LiveBadge /> : <Badge>Connected</Badge>)}
      {state === 'reading' && delayReason === null && (
        <Badge tone="info" icon={RefreshCw}>
          Reading…
        </Badge>
      )}
      {state === 'reading' && delayReason !== null && (
        <Badge tone="caution" icon={Clock}>
          Waiting
        </Badge>
      )}
      {state === 'broken' && (
        <Badge tone="loss" icon={Unplug}>
          Reconnect needed
        </Badge>
      )}
      {state === 'ended' && (
        <Badge tone="loss" icon={Unplug}>
          Ended
        </Badge>
      )}
      {isPaper && (
        <Badge tone="info" icon={NotebookPen}>
          Paper account
        </Badge>
      )}
    </span>
  )
}
