// The heading of the viewer's portfolio, with the status of its connections and the menu that adds an
// account.
import { Landmark, Plus, Unplug, Upload } from 'lucide-react'
import type { Connection } from '#shared/contracts/portfolio-accounts.ts'
import { useDialog, useDialogHref } from '#web/lib/dialog-address.ts'
import { Badge, SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { connectLabel, isPaperOnly } from './format.ts'
import type { Overview } from './queries.ts'
import { ConnectionBadge } from './connections/connection-row.tsx'

/** Renders only the heading if `overview` is missing, because it couldn't be loaded. */
export function PortfolioHead({ overview }: { overview?: Overview }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-heading font-strong">My Portfolio</h1>
      {overview && (
        <>
          <div className="order-1 flex w-full flex-wrap gap-2 empty:hidden md:order-none md:w-auto">
            {hasSampleFigures(overview) && <SampleBadge />}
            <ConnectionStatus overview={overview} />
          </div>
          {overview.accounts.length + overview.connections.length > 0 && (
            <div className="ml-auto">
              <AddMenu overview={overview} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** Before the figures are calculated, this depends on the brokers. */
const hasSampleFigures = ({ picture, connections }: Overview): boolean =>
  picture ? picture.trust.kind === 'sample' : connections.some(({ provider }) => provider.isSample)

/**
 * A broken connection takes precedence, because the figures are no longer live. Otherwise the figures have
 * their own badge.
 */
function ConnectionStatus({ overview: { picture, accounts, connections } }: { overview: Overview }) {
  const broken = connections.find(({ state }) => state === 'broken' || state === 'ended')
  if (broken)
    return (
      <Badge tone="loss" icon={Unplug}>
        {broken.state === 'broken' ? 'Reconnect' : 'Ended'}
      </Badge>
    )
  if (picture) return null
  const isPaper = (connection: Connection) => isPaperOnly(connection, accounts)
  const first =
    connections.find(({ state }) => state === 'reading') ??
    connections.find((connection) => !isPaper(connection)) ??
    connections[0]
  return first && <ConnectionBadge {...first} isPaper={isPaper(first)} />
}

function AddMenu({ overview: { providers } }: { overview: Overview }) {
  const importHref = useDialogHref('import-portfolio')
  const importDialog = useDialog('import-portfolio')
  const connectDialog = useDialog('connect-broker')
  if (providers.length === 0)
    return (
      <Button asChild size="sm" variant="outline" icon={Upload}>
        <a href={importHref}>Import</a>
      </Button>
    )
  return (
    // Not links: following one closes the menu, so the dialog couldn't return the focus to it.
    <Menu
      trigger={
        <Button size="sm" variant="outline" icon={Plus}>
          Add
          <span className="sr-only"> an account</span>
        </Button>
      }
    >
      <MenuItem icon={Landmark} onSelect={connectDialog.open}>
        {connectLabel(providers)}
      </MenuItem>
      <MenuItem icon={Upload} onSelect={importDialog.open}>
        Import a file
      </MenuItem>
    </Menu>
  )
}
