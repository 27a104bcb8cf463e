// The creator plan: how it stands and what can be done about it; for others, what Creator Mode is.
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

/** `isHeld`: waits for what stands above it, so that nothing shown has to move. */
export function PlanCard({ isHeld }: { isHeld: boolean }) {
  const { isCreator } = useViewer()
  const { data: plan, error, isFetching, refetch } = usePlan()
  if (isHeld || (plan === undefined && !error))
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
  if (plan === null) return <Offer endedAt={null} />
  return (
    <>
      {/* One that was begun and never paid is no plan: who goes on finds it where one pays. */}
      {subscriptionState(plan) === 'ended' ? (
        <Offer endedAt={plan.status === 'canceled' ? plan.endsAt : null} />
      ) : (
        <LivePlan plan={plan} />
      )}
      {/* Outlasts the plan, so that it can close when the plan ends at once. */}
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

function Offer({ endedAt }: { endedAt: Date | null }) {
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

/** What follows the price. `now` in milliseconds since the epoch. */
function note({ status, endsAt, currentPeriodEnd, graceEndsAt }: Plan, now: number): string {
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

function LivePlan({ plan }: { plan: Plan }) {
  const standing = subscriptionState(plan)
  const resume = useResumePlan()
  const page = useBillingPage(() => call(creators.checkPlan), standing === 'due')
  const dialog = useDialog('cancel-plan')
  const now = useNow()
  const isEnding = plan.endsAt !== null
  return (
    <Frame
      badge={
        standing === 'active' ? (
          <ActiveBadge />
        ) : (
          <Badge
            tone={standing === 'due' ? 'caution' : 'neutral'}
            icon={standing === 'due' ? TriangleAlert : undefined}
          >
            {stateLabel(plan)}
          </Badge>
        )
      }
    >
      <p className="text-pretty text-ink-2 tabular-nums">
        {dollars(plan.priceInCents)}/month{note(plan, now)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={standing === 'due' ? 'primary' : 'outline'}
          icon={ExternalLink}
          pending={page.isOpening}
          pendingLabel="Opening..."
          onClick={page.open}
        >
          {standing === 'due' ? 'Fix payment' : 'Manage'}
        </Button>
        {/* One button through all of it, so that the focus stays where it was when "Cancel" becomes "Undo". */}
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
