// The payout account: whether it works, what the provider holds, and a link to its page.
import { ExternalLink, TriangleAlert } from 'lucide-react'
import type { PayoutAccount } from '#shared/contracts/creators.ts'
import type { Studio } from '#shared/contracts/studio.ts'
import { payoutAmount } from '#shared/rules/payout-amount.ts'
import { usePayouts } from '#web/features/creators/queries.ts'
import { dollars, shortDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useBalance, useOpenDashboard } from './queries.ts'

export function PayoutsCard({ payouts }: Pick<Studio, 'payouts'>) {
  const { data: account } = usePayouts()
  const { data: balance, isPending } = useBalance()
  const { open, isOpening } = useOpenDashboard()
  const hasAccount = balance?.hasAccount ?? true
  return (
    <Card as="section" aria-labelledby="payouts" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="payouts" className="text-title font-strong">
          Payouts
        </h2>
        {account && <Standing account={account} />}
      </div>
      {isPending ? (
        <Skeleton className="w-3/5" />
      ) : !hasAccount ? (
        <p className="text-label text-pretty text-ink-2">Set up payouts to receive what subscribers pay.</p>
      ) : balance?.availableInCents != null && balance.pendingInCents != null ? (
        <PriceBreakdown
          items={[
            { label: 'Ready for the next payout', value: dollars(balance.availableInCents) },
            { label: 'Received, not cleared yet', value: dollars(balance.pendingInCents) },
          ]}
        />
      ) : (
        <p role="status" className="text-label text-pretty text-ink-2">
          The payment provider isn’t responding. Everything else on this page is from our own records.
        </p>
      )}
      {payouts.length > 0 && <Past payouts={payouts} />}
      {hasAccount ? (
        <>
          <p className="text-small text-pretty text-ink-2">
            All payouts, fees, taxes and statements are on the payment provider’s page.
          </p>
          <div>
            <Button
              variant="outline"
              size="sm"
              icon={ExternalLink}
              pending={isOpening}
              pendingLabel="Opening..."
              onClick={open}
            >
              Open payouts
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button asChild variant="outline" size="sm">
            <a href={paths.creatorOnboarding}>Set up payouts</a>
          </Button>
        </div>
      )}
    </Card>
  )
}

type Payout = Studio['payouts'][number]

const SAYS: Record<Payout['status'], string> = {
  pending: 'On its way',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Returned by the bank',
  canceled: 'Canceled',
}

function Past({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-label font-medium">Latest payouts</h3>
      <PriceBreakdown
        items={payouts.map(({ amount, currency, status, arrivesAt }) => ({
          label: `${shortDate(arrivesAt)} · ${SAYS[status]}`,
          value: payoutAmount(amount, currency),
        }))}
      />
    </div>
  )
}

function Standing({ account: { onHold, standing } }: { account: PayoutAccount }) {
  if (onHold)
    return (
      <Badge tone="caution" icon={TriangleAlert}>
        On hold
      </Badge>
    )
  if (standing === 'active') return <Badge tone="gain">Ready</Badge>
  return <Badge>{standing === 'pending' ? 'Being checked' : 'Not connected'}</Badge>
}
