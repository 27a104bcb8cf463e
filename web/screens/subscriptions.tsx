// Managing subscriptions: revenue, subscribers, the viewer's own subscriptions and the creator plan.
import { useBillingReturn } from '#web/features/billing/billing-return.ts'
import { YourSubscriptions } from '#web/features/billing/subscription-list.tsx'
import { SubscribedToYou } from '#web/features/billing/subscription-people.tsx'
import { useHeld, useSubscribers } from '#web/features/billing/subscription-lists.ts'
import { PayoutsNotice } from '#web/features/creators/payouts-notice.tsx'
import { needsOwner, usePayouts } from '#web/features/creators/payouts.ts'
import { PlanCard } from '#web/features/creators/plan-card.tsx'
import { RevenueSummary } from '#web/features/creators/revenue-summary.tsx'
import { TopHeader } from '#web/features/users/top-header.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Column, SkipLink } from '#web/ui/page.tsx'

export default function Subscriptions() {
  useTitleAndFocus('Manage Subscriptions')
  const { isCreator } = useViewer()
  const { data: payouts } = usePayouts()
  const people = useSubscribers()
  const held = useHeld()
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
            <SubscribedToYou />
          </>
        )}
        {/* The keys remount each part once the parts above it have loaded, so that it doesn't visibly move down. */}
        <YourSubscriptions key={`below ${people.status}`} isHeld={people.isLoading} />
        <PlanCard key={`below ${people.status} ${held.status}`} isHeld={people.isLoading || held.isLoading} />
      </Column>
    </>
  )
}
