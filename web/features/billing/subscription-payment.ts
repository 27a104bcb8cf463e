// Paying for a subscription to a creator: its offer, its beginning, and where each end of it leads.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { billing } from '#shared/contracts/billing.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { useCheckout } from './checkout.ts'
import { useLeading } from './leading.ts'
import { beginningFailed, notNow, refreshSubscribed, refusalOf, useCreator, useOffer } from './offer.ts'

/** Both addresses of the checkout are one operation with an answer of their own each (answer 4). */
export type CheckoutAddress = 'userSubscription' | 'subscribeToCreator'

export function useSubscriptionCheckout(creatorId: string, address: CheckoutAddress) {
  const client = useQueryClient()
  const viewer = useViewer()
  const offer = useOffer(creatorId)
  const checkout = useCheckout({
    name: creatorId,
    begin: async (): Promise<Begun> => call(billing[address], { body: { creatorId } }),
    check: async () => (await call(billing.check, { body: { creatorId } })).isSubscribed,
    paidAfterLeaving: () => {
      showOutcome(outcomes.subscribed)
      refreshSubscribed(client, creatorId, viewer.id)
    },
  })
  const { step, begun } = checkout
  const isDone = step === 'done'
  const isPaid = isDone || step === 'confirming'

  // Said on the page, which stays: a toast on another page is gone before it is understood.
  const closed = isPaid ? undefined : (notNow(checkout.error) ?? notNow(offer.error))
  const offerRefused = offer.data ? undefined : refusalOf(offer.error)
  const failed =
    isPaid || closed !== undefined ? undefined : (beginningFailed(checkout.error) ?? offerRefused)
  const isAlready = failed === outcomes.alreadySubscribed
  const found = useCreator(creatorId, (isAlready || closed !== undefined) && offer.isError)
  const creator = offer.data?.creator ?? found.data
  const isWayKnown = creator !== undefined || found.isError
  const outcome = isDone ? outcomes.subscribed : isAlready && !isWayKnown ? undefined : failed
  const isOnward = isDone || isAlready
  useLeading(outcome, {
    error: checkout.error,
    ...(isOnward && creator && { to: paths.profile(creator.username) }),
  })

  const isSubscribed = isDone || isAlready
  useEffect(() => {
    if (isSubscribed) refreshSubscribed(client, creatorId, viewer.id)
  }, [isSubscribed, client, creatorId, viewer.id])

  const hasNoDetails = offer.isError && !offer.data && !offerRefused && !isUnauthorized(offer.error)
  useEffect(() => {
    if (hasNoDetails) showOutcome(outcomes.subscriptionDetailsFailed)
  }, [hasNoDetails])

  return {
    ...checkout,
    creator,
    offer: offer.data,
    /** What will be charged each month, once anything is known. US cents. */
    priceInCents: begun?.priceInCents ?? offer.data?.priceInCents,
    creatorName: begun?.creatorName,
    isElsewhere: failed !== undefined,
    /** Why this creator takes nobody new at the moment. */
    closed,
    hasNoDetails,
    isLoadingDetails: offer.isFetching,
    loadDetails: () => void offer.refetch(),
  }
}

type Begun = { clientSecret: string; priceInCents: number; creatorName?: string }
