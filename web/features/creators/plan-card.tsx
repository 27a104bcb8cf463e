// The creator plan: how it stands and what can be done about it; for others, what Creator Mode is.
import { CircleCheck, ExternalLink, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { creators, type Plan } from '#shared/contracts/creators.ts'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { useBillingPage } from '#web/features/billing/subscription-portal.ts'
import { standingOf, standingWords } from '#web/features/billing/subscription-standing.ts'
import { dollars, fullDay } from '#web/features/billing/subscription-words.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CancelPlanDialog } from './plan-cancel-dialog.tsx'
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
          {error instanceof OfflineError ? error.message : 'Your creator plan could not be loaded.'}
        </ErrorState>
      </Frame>
    )
  if (plan === null && isCreator)
    return (
      <Frame badge={<ActiveBadge />}>
        <p className="text-ink-2">Creator Mode is on for your account.</p>
      </Frame>
    )
  if (plan === null || standingOf(plan) === 'ended') return <Offer ended={plan} />
  return <LivePlan plan={plan} />
}

function Frame({ badge, children }: { badge?: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="plan" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="plan" className="text-title font-strong">
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

function Offer({ ended }: { ended: Plan | null }) {
  const endedAt = ended?.status === 'canceled' ? ended.endsAt : null
  return (
    <Frame badge={<Badge>{endedAt ? `Ended ${fullDay(endedAt)}` : 'Not active'}</Badge>}>
      <p className="text-pretty text-ink-2">
        Creator Mode lets you post signals, set your own monthly price and be paid by subscribers. It costs{' '}
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

/** What follows the price. */
function note({ status, endsAt, currentPeriodEnd, graceEndsAt }: Plan): string {
  switch (standingOf({ status, endsAt })) {
    case 'active':
      return currentPeriodEnd ? `, renews ${fullDay(currentPeriodEnd)}.` : '.'
    case 'ending':
      return endsAt ? `, ends ${fullDay(endsAt)}. Creator Mode stays on until then.` : '.'
    case 'due':
      return graceEndsAt && status === 'past_due'
        ? `. The last payment did not go through. Creator Mode stays on until ${fullDay(graceEndsAt)}.`
        : '. The last payment did not go through, and Creator Mode is off until it does.'
    case 'unfinished':
      return ', not paid yet.'
    case 'paused':
    case 'ended':
      return '.'
  }
}

function LivePlan({ plan }: { plan: Plan }) {
  const standing = standingOf(plan)
  const resume = useResumePlan()
  const page = useBillingPage(() => call(creators.checkPlan))
  const dialog = useDialog('cancel-plan')
  const isEnding = standing === 'ending'
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
            {standingWords(plan)}
          </Badge>
        )
      }
    >
      <p className="text-pretty text-ink-2 tabular-nums">
        {dollars(plan.priceInCents)}/month{note(plan)}
      </p>
      <div className="flex flex-wrap gap-2">
        {standing === 'unfinished' ? (
          <Button asChild>
            <a href={paths.creatorSubscribe}>Finish payment</a>
          </Button>
        ) : (
          <Button
            variant={standing === 'due' ? 'primary' : 'outline'}
            icon={ExternalLink}
            pending={page.isOpening}
            onClick={page.open}
          >
            {standing === 'due' ? 'Fix payment' : 'Manage'}
          </Button>
        )}
        {(isEnding || plan.endsAt === null) && (
          // One button through all of it, so that the focus stays where it was when "Cancel" becomes "Undo".
          <Button
            variant={isEnding ? 'outline' : 'ghost'}
            pending={resume.isPending}
            pendingLabel={isEnding ? 'Undoing...' : undefined}
            aria-haspopup={isEnding ? undefined : 'dialog'}
            onClick={isEnding ? () => resume.mutate() : dialog.open}
          >
            {isEnding ? 'Undo' : 'Cancel'}
          </Button>
        )}
      </div>
      <CancelPlanDialog plan={plan} />
    </Frame>
  )
}
