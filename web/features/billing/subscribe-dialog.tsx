// Subscribing from where a locked signal was met: what one gets, what it costs and where the money goes (spec section 2).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { billing, type Offer } from '#shared/contracts/billing.ts'
import { profileInitials } from '#shared/rules/people.ts'
import { price } from '#shared/rules/money.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Bill } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'
import { SplitBar } from '#web/ui/split-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Benefits } from './benefits.tsx'
import { leaveFor } from './leading.ts'
import { BENEFITS, nameOf, refreshSubscribed, refusalOf, useOffer } from './offer.ts'
import { RiskBanner } from './risk-banner.tsx'
import { useSubscribeAddress } from './subscribe-address.ts'
import { dollars } from './subscription-words.ts'

export default function SubscribeDialog() {
  const { creatorId, close } = useSubscribeAddress()
  // Kept while the dialog leaves, so that it leaves as it was.
  const [shown, setShown] = useState(creatorId)
  if (creatorId !== null && creatorId !== shown) setShown(creatorId)
  if (shown === null) return null
  return <ForCreator key={shown} creatorId={shown} isOpen={creatorId !== null} close={close} />
}

type Props = { creatorId: string; isOpen: boolean; close: () => void }

function ForCreator({ creatorId, isOpen, close }: Props) {
  const offer = useOffer(creatorId)
  const { data, error, isFetching, refetch } = offer
  const refuse = useRefusal(creatorId, close)
  const { begin, isBeginning } = useBeginning(creatorId, refuse)
  useEffect(() => {
    if (isOpen && error && !data) refuse(error)
    // Once for each failure; `refuse` is another function each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen, error, data])

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title={`Subscribe to ${data ? nameOf(data.creator) : 'the creator'}`}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button disabled={!data} pending={isBeginning} pendingLabel="Processing..." onClick={begin}>
            {data ? `Subscribe ${price(data.priceInCents)}/mo` : 'Subscribe'}
          </Button>
        </>
      }
    >
      {data ? (
        <Terms offer={data} />
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : outcomes.subscriptionDetailsFailed.text}
        </ErrorState>
      ) : (
        <TermsSkeleton />
      )}
    </Dialog>
  )
}

/** Makes the payment at the server and moves on to the card form, which picks it up; a second press does nothing. */
function useBeginning(creatorId: string, refuse: (error: unknown) => boolean) {
  const isLocked = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(billing.create, { body: { creatorId } }),
    onSuccess: () => {
      // Whoever closed the dialog meanwhile has changed their mind.
      if (new URLSearchParams(location.search).get('dialog') === 'subscribe')
        leaveFor(paths.subscribeTo(creatorId))
    },
    onError: (error) => {
      if (!refuse(error) && !isUnauthorized(error)) followOutcome(outcomes.subscriptionFailed)
    },
    onSettled: () => {
      isLocked.current = false
    },
  })
  const begin = () => {
    if (isLocked.current) return
    isLocked.current = true
    mutate()
  }
  return { begin, isBeginning: isPending }
}

/** Says why somebody can't be subscribed to and closes the dialog; false for plain failures. */
function useRefusal(creatorId: string, close: () => void) {
  const client = useQueryClient()
  const viewer = useViewer()
  return (error: unknown): boolean => {
    const refusal = refusalOf(error)
    if (!refusal) return false
    if (refusal === outcomes.paymentDue) {
      followOutcome(refusal, error)
      return true
    }
    showOutcome(refusal, error)
    if (refusal === outcomes.alreadySubscribed) refreshSubscribed(client, creatorId, viewer.id)
    close()
    return true
  }
}

function Terms({ offer }: { offer: Offer }) {
  const { creator, priceInCents, creatorShareInCents, platformFeeInCents, platformFeePercent } = offer
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4 border-b border-line pb-5">
        <Avatar initials={profileInitials(creator)} hue={hueOf(creator.id)} src={creator.profileImageUrl} />
        <span className="line-clamp-2 min-w-0 flex-1 font-strong wrap-anywhere">{nameOf(creator)}</span>
        <p className="grid flex-none justify-items-end">
          <span className="text-title font-strong tabular-nums">{price(priceInCents)}</span>
          <span className="text-caption text-ink-3">per month</span>
        </p>
        <dl className="w-full">
          <dt className="text-small text-ink-2">Performance</dt>
          <dd>
            <PerformanceFigure of={creator} />
          </dd>
        </dl>
      </div>
      <Benefits points={BENEFITS} />
      <div className="grid gap-4">
        <SplitBar share={creatorShareInCents / priceInCents} />
        <Bill
          items={[
            { label: `Creator, ${100 - platformFeePercent}%`, value: dollars(creatorShareInCents) },
            { label: `Platform fee, ${platformFeePercent}%`, value: dollars(platformFeeInCents) },
          ]}
        />
      </div>
      <RiskBanner />
    </>
  )
}

function TermsSkeleton() {
  return (
    <Loading label="Loading subscription details" className="gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4 border-b border-line pb-5">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="w-2/5 flex-none" />
        <Skeleton className="my-3 ml-auto h-6 w-12" />
        <div className="grid h-12 w-full content-center gap-2.5">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="w-3/5" />
        </div>
      </div>
      <Benefits points={BENEFITS} />
      <Skeleton className="h-2 rounded-full" />
      <Skeleton className="my-1 w-full" />
      <Skeleton className="my-1 w-full" />
      <RiskBanner />
    </Loading>
  )
}
