// The heading of the own portfolio: how its connections stand, and the ways to add to it.
import { Landmark, Plus, Unplug, Upload } from 'lucide-react'
import type { Connection } from '#shared/contracts/portfolio.ts'
import { useDialog, useDialogHref } from '#web/lib/dialog-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { connectWords, isPaperOnly } from './portfolio-words.ts'
import type { Overview } from './queries.ts'
import { ConnectionBadge } from './trust-badge.tsx'

/** Without `overview` only the heading: it could not be loaded. */
export function PortfolioHead({ overview }: { overview?: Overview }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-heading font-strong">My Portfolio</h1>
      {overview && (
        <>
          <div className="order-1 w-full empty:hidden md:order-none md:w-auto">
            <Standing overview={overview} />
          </div>
          {overview.accounts.length + overview.connections.length > 0 && (
            <div className="ml-auto">
              <Add overview={overview} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** A connection that broke comes first: what is shown is no longer live. The figures say themselves where they come from. */
function Standing({ overview: { picture, accounts, connections } }: { overview: Overview }) {
  const broken = connections.find(({ state }) => state === 'broken' || state === 'ended')
  if (broken)
    return (
      <Badge tone="loss" icon={Unplug}>
        {broken.state === 'broken' ? 'Reconnect' : 'Ended'}
      </Badge>
    )
  if (picture) return null
  const isPaper = (one: Connection) => isPaperOnly(one, accounts)
  const first =
    connections.find(({ state }) => state === 'reading') ??
    connections.find((one) => !isPaper(one)) ??
    connections[0]
  return first && <ConnectionBadge {...first} isPaper={isPaper(first)} />
}

function Add({ overview: { providers } }: { overview: Overview }) {
  const importing = useDialogHref('import-portfolio')
  const importDialog = useDialog('import-portfolio')
  const connectDialog = useDialog('connect-broker')
  if (providers.length === 0)
    return (
      <Button asChild size="sm" variant="outline" icon={Upload}>
        <a href={importing}>Import</a>
      </Button>
    )
  return (
    // No links: by the time a link is followed the menu is gone, and the dialog would not know where the focus was.
    <Menu
      trigger={
        <Button size="sm" variant="outline" icon={Plus}>
          Add
          <span className="sr-only"> an account</span>
        </Button>
      }
    >
      <MenuItem icon={Landmark} onSelect={connectDialog.open}>
        {connectWords(providers)}
      </MenuItem>
      <MenuItem icon={Upload} onSelect={importDialog.open}>
        Import a file
      </MenuItem>
    </Menu>
  )
}
