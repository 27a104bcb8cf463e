// Managing subscriptions: revenue, subscribers, the viewer's own subscriptions and the creator plan.
import { PayoutsNotice } from '#web/features/creators/payouts-notice.tsx'
import { PlanCard } from '#web/features/creators/plan-card.tsx'
import { needsAction, usePayouts, useRevenue } from '#web/features/creators/queries.ts'
import { RevenueSummary } from '#web/features/creators/revenue-summary.tsx'
import { RefundRequests } from '#web/features/refunds/refund-requests.tsx'
import { usePayDueOnReturn } from '#web/features/subscriptions/billing-page.ts'
import { useOwnSubscriptions, useSubscribers } from '#web/features/subscriptions/queries.ts'
import { YourSubscribers } from '#web/features/subscriptions/your-subscribers.tsx'
import { YourSubscriptions } from '#web/features/subscriptions/your-subscriptions.tsx'
import { useWasOpened } from '#web/lib/dialog-address.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Column } from '#web/ui/page.tsx'

const RefundDialog = lazyWithPrefetch(() => import('#web/features/refunds/refund-dialog.tsx'))

export default function Subscriptions() {
  useTitleAndFocus('Manage Subscriptions')
  const { isCreator } = useViewer()
  const { data: payouts } = usePayouts()
  const { data: revenue } = useRevenue()
  const people = useSubscribers()
  const held = useOwnSubscriptions()
  usePayDueOnReturn()
  const wasRefundOpened = useWasOpened('refund')
  return (
    <Column>
      <h1 className="text-heading font-strong">Manage Subscriptions</h1>
      {isCreator && (
        <>
          {payouts && needsAction(payouts) && <PayoutsNotice account={payouts} />}
          <RefundRequests />
          <RevenueSummary />
          <YourSubscribers active={revenue?.activeSubscribers} />
        </>
      )}
      {/* The keys remount each part once the parts above it have loaded, so that it doesn't visibly move down. */}
      <YourSubscriptions key={`below ${people.status}`} isWaiting={people.isLoading} />
      <PlanCard
        key={`below ${people.status} ${held.status}`}
        isWaiting={people.isLoading || held.isLoading}
      />
      {isCreator && wasRefundOpened && <RefundDialog />}
    </Column>
  )
}
