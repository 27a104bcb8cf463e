// The creator plan with its state and its buttons, or an introduction to Creator Mode for people without it.
import { CircleCheck, ExternalLink, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { creators, type Plan } from '#shared/contracts/creators.ts'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { useBillingPage } from '#web/features/subscriptions/billing-page.ts'
import { subscriptionState, stateLabel } from '#web/features/subscriptions/subscription-state.ts'
import { shortDate, dollars, longDate } from '#web/lib/money-and-dates.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { useNow } from '#web/lib/now.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CancelPlanDialog, PLAN_HEADING } from './cancel-plan-dialog.tsx'
import { usePlan, useResumePlan } from './queries.ts'

/** `isWaiting`: the part of the page above is still loading. The card waits for it, so that nothing moves. */
export function PlanCard({ isWaiting }: { isWaiting: boolean }) {
  const { isCreator } = useViewer()
  const { data: plan, error, isFetching, refetch } = usePlan()
  if (isWaiting || (plan === undefined && !error))
    return (
      <Frame>
        <Loading label="Loading your creator plan" className="gap-5!">
          <span className="flex h-6 items-center">
            <Skeleton className="w-3/5" />
          </span>
          <Skeleton className="h-target w-48 rounded-control" />
        </Loading>
      </Frame>
    )
  if (plan === undefined)
    return isUnauthorized(error) ? null : (
      <Frame>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load your creator plan.'}
        </ErrorState>
      </Frame>
    )
  if (plan === null && isCreator)
    return (
      <Frame badge={<ActiveBadge />}>
        <p className="text-ink-2">Creator Mode is on for your account.</p>
      </Frame>
    )
  if (plan === null) return <Introduction endedAt={null} />
  return (
    <>
      {/* A plan that was never paid counts as none; the checkout resumes its payment. */}
      {subscriptionState(plan) === 'ended' ? (
        <Introduction endedAt={plan.status === 'canceled' ? plan.endsAt : null} />
      ) : (
        <CurrentPlan plan={plan} />
      )}
      {/* Stays mounted when the plan ends at once, so that it can animate out. */}
      <CancelPlanDialog plan={plan} />
    </>
  )
}

function Frame({ badge, children }: { badge?: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby={PLAN_HEADING} className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={PLAN_HEADING} tabIndex={-1} className="text-title font-strong">
          Creator plan
        </h2>
        {badge}
      </div>
      {children}
    </Card>
  )
}

const ActiveBadge = () => (
  <Badge tone="gain" icon={CircleCheck}>
    Active
  </Badge>
)

function Introduction({ endedAt }: { endedAt: Date | null }) {
  return (
    <Frame badge={<Badge>{endedAt ? `Ended ${longDate(endedAt)}` : 'Not active'}</Badge>}>
      <p className="text-pretty text-ink-2">
        Creator Mode lets you post signals, set a monthly price and earn from subscribers. It costs{' '}
        {dollars(CREATOR_PLAN_PRICE_IN_CENTS)}/month.
      </p>
      <div className="grid xs:flex">
        <Button asChild>
          <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
        </Button>
      </div>
    </Frame>
  )
}

/** The text after the price. `now` in milliseconds since the epoch. */
function details({ status, endsAt, currentPeriodEnd, graceEndsAt }: Plan, now: number): string {
  switch (subscriptionState({ status, endsAt })) {
    case 'active':
      return currentPeriodEnd ? `, renews ${shortDate(currentPeriodEnd)}.` : '.'
    case 'ending':
      return endsAt ? `, ends ${shortDate(endsAt)}. Creator Mode stays on until then.` : '.'
    case 'due':
      return graceEndsAt && graceEndsAt.getTime() > now
        ? `. Your last payment didn’t go through. Creator Mode stays on until ${shortDate(graceEndsAt)}.`
        : '. Your last payment didn’t go through, and Creator Mode is off until it does.'
    case 'paused':
    case 'ended':
      return '.'
  }
}

function CurrentPlan({ plan }: { plan: Plan }) {
  const state = subscriptionState(plan)
  const resume = useResumePlan()
  const billingPage = useBillingPage(() => call(creators.checkPlan), state === 'due')
  const dialog = useDialog('cancel-plan')
  const now = useNow()
  const isEnding = plan.endsAt !== null
  return (
    <Frame
      badge={
        state === 'active' ? (
          <ActiveBadge />
        ) : (
          <Badge
            tone={state === 'due' ? 'caution' : 'neutral'}
            icon={state === 'due' ? TriangleAlert : undefined}
          >
            {stateLabel(plan)}
          </Badge>
        )
      }
    >
      <p className="text-pretty text-ink-2 tabular-nums">
        {dollars(plan.priceInCents)}/month{details(plan, now)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={state === 'due' ? 'primary' : 'outline'}
          icon={ExternalLink}
          pending={billingPage.isOpening}
          pendingLabel="Opening..."
          onClick={billingPage.open}
        >
          {state === 'due' ? 'Fix payment' : 'Manage'}
        </Button>
        {/* The same button in both states, so that it keeps the focus when "Cancel" becomes "Undo". */}
        <Button
          variant={isEnding ? 'outline' : 'ghost'}
          pending={resume.isPending}
          pendingLabel={isEnding ? 'Undo' : 'Cancel'}
          aria-haspopup={isEnding ? undefined : 'dialog'}
          onClick={isEnding ? () => resume.mutate() : dialog.open}
        >
          {isEnding ? 'Undo' : 'Cancel'}
        </Button>
      </div>
    </Frame>
  )
}
