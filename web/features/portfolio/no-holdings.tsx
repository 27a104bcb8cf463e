// The place of the holdings while there are none: why, and the next step.
import { Landmark, Upload } from 'lucide-react'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { noHoldingsReason } from './no-holdings-reason.ts'
import { connectWords } from './portfolio-words.ts'
import type { Overview } from './queries.ts'

const TITLE = 'No portfolio data available'

export function NoHoldings({ overview }: { overview: Overview }) {
  if (overview.accounts.length + overview.connections.length === 0)
    return <NothingYet providers={overview.providers} />
  return (
    <Card as="section">
      <EmptyState title={TITLE}>{noHoldingsReason(overview)}</EmptyState>
    </Card>
  )
}

/** Two ways in; where brokers can't be connected, one. */
function NothingYet({ providers }: Pick<Overview, 'providers'>) {
  const importing = useDialogHref('import-portfolio')
  const connecting = useDialogHref('connect-broker')
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
                <a href={connecting}>{connectWords(providers)}</a>
              </Button>
            )}
            <Button
              asChild
              icon={Upload}
              variant={canConnect ? 'outline' : 'primary'}
              className="w-full xs:w-auto"
            >
              <a href={importing}>Import a file</a>
            </Button>
            {hasOnlySample && (
              <p className="w-full text-small text-balance text-ink-2">
                You don’t need a real account for the sample, and every figure says “Sample data”.
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
