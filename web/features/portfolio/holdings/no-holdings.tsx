// Shown instead of holdings: why there are none, and the next step.
import { Landmark, Upload } from 'lucide-react'
import type { Account, Connection } from '#shared/contracts/portfolio-accounts.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { connectLabel } from '../format.ts'
import type { Overview } from '../queries.ts'

const TITLE = 'No portfolio data available'

export function NoHoldings({ overview }: { overview: Overview }) {
  if (overview.accounts.length + overview.connections.length === 0)
    return <EmptyPortfolio providers={overview.providers} />
  return (
    <Card as="section">
      <EmptyState title={TITLE}>{noHoldingsReason(overview)}</EmptyState>
    </Card>
  )
}

/** Offers to connect a broker, if a provider is configured, and to import a file. */
function EmptyPortfolio({ providers }: Pick<Overview, 'providers'>) {
  const importHref = useDialogHref('import-portfolio')
  const connectHref = useDialogHref('connect-broker')
  const canConnect = providers.length > 0
  const hasOnlySample = canConnect && providers.every(({ isSample }) => isSample)
  return (
    <Card as="section">
      <EmptyState
        title={TITLE}
        action={
          <>
            {canConnect && (
              <Button asChild icon={Landmark} className="w-full xs:w-auto">
                <a href={connectHref}>{connectLabel(providers)}</a>
              </Button>
            )}
            <Button
              asChild
              icon={Upload}
              variant={canConnect ? 'outline' : 'primary'}
              className="w-full xs:w-auto"
            >
              <a href={importHref}>Import a file</a>
            </Button>
            {hasOnlySample && (
              <p className="w-full text-small text-balance text-ink-2">
                You don’t need a real account for the sample, and its figures are marked “Sample data”.
              </p>
            )}
          </>
        }
      >
        Connect your broker to share real trades with subscribers.
        <span className="block pt-2 text-small text-ink-3">
          Read-only. Others see percentages, never amounts.
        </span>
      </EmptyState>
    </Card>
  )
}

type NoHoldingsState = {
  accounts: readonly Pick<Account, 'isPaper'>[]
  connections: readonly Pick<Connection, 'syncedAt' | 'trouble'>[]
  fault: string | null
}

/** The reason for the owner. The last two sentences are those of spec section 2, "Portfolio card". */
export function noHoldingsReason({
  accounts,
  connections,
  fault: calculationError,
}: NoHoldingsState): string {
  if (calculationError !== null)
    return 'Your holdings are saved, but we can’t calculate their value for the reason above. You can import another file in the meantime.'
  if (connections.length > 0 && connections.every(({ syncedAt }) => syncedAt === null))
    return (
      connections.find(({ trouble }) => trouble !== null)?.trouble ??
      'We haven’t read anything from your broker yet.'
    )
  if (accounts.length > 0 && accounts.every(({ isPaper }) => isPaper))
    return 'You only have a paper account, which isn’t included in any figure.'
  return connections.length > 0
    ? 'Your connected brokerage has no positions.'
    : 'Your imported account has no positions.'
}
