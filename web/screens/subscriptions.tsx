// Managing subscriptions: what comes in, who pays, what one pays for oneself, and the creator plan.
import { useBillingReturn } from '#web/features/billing/billing-return.ts'
import { YourSubscriptions } from '#web/features/subscriptions/your-subscriptions.tsx'
import { YourSubscribers } from '#web/features/subscriptions/your-subscribers.tsx'
import { useOwnSubscriptions, useSubscribers } from '#web/features/subscriptions/queries.ts'
import { PayoutsNotice } from '#web/features/creators/payouts-notice.tsx'
import { needsOwner, usePayouts } from '#web/features/creators/payouts.ts'
import { PlanCard } from '#web/features/creators/plan-card.tsx'
import { RevenueSummary } from '#web/features/creators/revenue-summary.tsx'
import { TopHeader } from '#web/features/users/top-header.tsx'
import { useArrival } from '#web/lib/arrival.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Column, SkipLink } from '#web/ui/page.tsx'

export default function Subscriptions() {
  useArrival('Manage Subscriptions')
  const { isCreator } = useViewer()
  const { data: payouts } = usePayouts()
  const people = useSubscribers()
  const held = useOwnSubscriptions()
  useBillingReturn()
  return (
    <>
      <SkipLink />
      <TopHeader back />
      <Column>
        <h1 className="text-heading font-strong">Manage Subscriptions</h1>
        {isCreator && (
          <>
            {payouts && needsOwner(payouts) && <PayoutsNotice account={payouts} />}
            <RevenueSummary />
            <YourSubscribers />
          </>
        )}
        {/* Each is drawn anew where it ends up once what stands above it is there, so that nothing is seen to move. */}
        <YourSubscriptions key={`below ${people.status}`} isHeld={people.isLoading} />
        <PlanCard key={`below ${people.status} ${held.status}`} isHeld={people.isLoading || held.isLoading} />
      </Column>
    </>
  )
}
