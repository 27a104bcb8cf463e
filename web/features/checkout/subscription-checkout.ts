// The checkout for a subscription to a creator: its offer, its payment, and the redirect of each outcome.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { billing } from '#shared/contracts/billing.ts'
import { nameOf } from '#shared/rules/people.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { showOutcome } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { agreeToPay } from './agree-to-pay.ts'
import { useCheckout } from './checkout.ts'
import { useOutcomeRedirect } from './outcome-redirect.ts'
import {
  closedReason,
  refreshAfterSubscribing,
  refusalOutcome,
  startFailure,
  useCreator,
  useOffer,
} from './offer.ts'
import { paymentOutcomes, subscriptionPaid } from '#web/lib/payment-outcomes.ts'

/** Both calls do the same, but each has its own response (spec answer 4). */
export type CheckoutAddress = 'userSubscription' | 'subscribeToCreator'

type Started = {
  clientSecret: string
  priceInCents: number
  taxInCents?: number | undefined
  creatorName?: string
}

export function useSubscriptionCheckout(creatorId: string, address: CheckoutAddress) {
  const client = useQueryClient()
  const viewer = useViewer()
  const offer = useOffer(creatorId)
  const checkout = useCheckout({
    name: creatorId,
    start: async (): Promise<Started> => call(billing[address], { body: { creatorId } }),
    agree: (asksForAccess) => agreeToPay(creatorId, asksForAccess),
    check: async () => {
      const { isSubscribed, paidUntil } = await call(billing.check, { body: { creatorId } })
      return { isPaid: isSubscribed, paidUntil }
    },
    onPaidAfterLeaving: () => {
      showOutcome(paymentOutcomes.subscribed)
      refreshAfterSubscribing(client, creatorId, viewer.id)
    },
  })
  const { step, started } = checkout
  const isDone = step === 'done'
  const isPaid = isDone || step === 'confirming'

  // Shown on this page, because a toast on the next page would be gone before anyone understands it.
  const closed = isPaid ? undefined : (closedReason(checkout.error) ?? closedReason(offer.error))
  const offerRefusal = offer.data ? undefined : refusalOutcome(offer.error)
  const failure = isPaid || closed !== undefined ? undefined : (startFailure(checkout.error) ?? offerRefusal)
  const isAlreadySubscribed = failure === paymentOutcomes.alreadySubscribed
  const creatorQuery = useCreator(creatorId, (isAlreadySubscribed || closed !== undefined) && offer.isError)
  const creator = offer.data?.creator ?? creatorQuery.data
  const isProfileKnown = creator !== undefined || creatorQuery.isError
  const { paidBefore } = checkout
  const name = creator && nameOf(creator)
  const paid = useMemo(() => paidBefore && subscriptionPaid(name, paidBefore), [name, paidBefore])
  const isWaitingForName = paidBefore && !name && offer.isPending
  const outcome = isDone
    ? isWaitingForName
      ? undefined
      : (paid ?? paymentOutcomes.subscribed)
    : isAlreadySubscribed && !isProfileKnown
      ? undefined
      : failure
  const isSubscribed = isDone || isAlreadySubscribed
  useOutcomeRedirect(outcome, {
    error: checkout.error,
    ...(isSubscribed && creator && { to: paths.profile(creator.username) }),
  })

  useEffect(() => {
    if (isSubscribed) refreshAfterSubscribing(client, creatorId, viewer.id)
  }, [isSubscribed, client, creatorId, viewer.id])

  const hasNoDetails = offer.isError && !offer.data && !offerRefusal && !isUnauthorized(offer.error)
  useEffect(() => {
    if (hasNoDetails) showOutcome(paymentOutcomes.subscriptionDetailsFailed)
  }, [hasNoDetails])

  return {
    ...checkout,
    creator,
    offer: offer.data,
    /** The monthly charge in US cents; undefined until it is known. */
    priceInCents: started?.priceInCents ?? offer.data?.priceInCents,
    /** The tax on top of the price; undefined if the sale isn't taxed, or until the tax is known. */
    taxInCents: started?.taxInCents,
    creatorName: started?.creatorName,
    isRedirecting: failure !== undefined,
    /** Why this creator takes no new subscribers right now. */
    closed,
    hasNoDetails,
    isLoadingDetails: offer.isFetching,
    loadDetails: () => void offer.refetch(),
  }
}
