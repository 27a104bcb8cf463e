// The dialog that a locked signal opens: the terms of a subscription, and the button that starts the payment
// (spec section 2).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { billing } from '#shared/contracts/billing.ts'
import type { User } from '#shared/contracts/users.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf } from '#shared/rules/people.ts'
import { Id } from '#shared/wire.ts'
import { ApiError, isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useConfig } from '#web/lib/config.ts'
import { go, goBack } from '#web/lib/navigation.ts'
import { followOutcome, showOutcome } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { refreshAfterSubscribing, refusalOutcome, useOffer } from './offer.ts'
import { RenewalTerms } from './renewal-terms.tsx'
import { SubscriptionTerms, SubscriptionTermsSkeleton } from './subscription-terms.tsx'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

/** What a buyer must know before paying. */
export type Facts = ComponentType<{ creator: User; priceInCents: number }>

/** `Facts`: a component of another feature, passed in by the screen. */
export function SubscribeDialog({ Facts }: { Facts: Facts }) {
  const { creatorId, close } = useSubscribeAddress()
  // The closing dialog keeps showing its creator while it animates out.
  const [shownId, setShownId] = useState(creatorId)
  if (creatorId !== null && creatorId !== shownId) setShownId(creatorId)
  if (shownId === null) return null
  return (
    <CreatorDialog
      key={shownId}
      Facts={Facts}
      creatorId={shownId}
      isOpen={creatorId !== null}
      close={close}
    />
  )
}

type Props = { Facts: Facts; creatorId: string; isOpen: boolean; close: () => void }

function CreatorDialog({ Facts, creatorId, isOpen, close }: Props) {
  const { data, error, isFetching, refetch } = useOffer(creatorId)
  const handleRefusal = useRefusalHandler(creatorId, close)
  const { start, isStarting } = useStartPayment(creatorId, handleRefusal)
  const isTaxed = useConfig().data?.payments.isTaxed === true
  useEffect(() => {
    if (isOpen && error && !data) handleRefusal(error)
    // Once per error. `handleRefusal` changes on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen, error, data])

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title={`Subscribe to ${data ? nameOf(data.creator) : 'the creator'}`}
      foot={
        <>
          <div className="w-full">
            <RenewalTerms priceInCents={data?.priceInCents} />
          </div>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button disabled={!data} pending={isStarting} pendingLabel="Processing..." onClick={start}>
            {data ? `Subscribe ${price(data.priceInCents)}/mo${isTaxed ? ' plus tax' : ''}` : 'Subscribe'}
          </Button>
        </>
      }
    >
      {data ? (
        <SubscriptionTerms offer={data} Facts={Facts} />
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : paymentOutcomes.subscriptionDetailsFailed.text}
        </ErrorState>
      ) : (
        <SubscriptionTermsSkeleton />
      )}
    </Dialog>
  )
}

const TAX_FIRST = ['billing_address_required', 'tax_unavailable']

/** Nothing happens if the person has closed the dialog in the meantime. */
function openCheckout(creatorId: string): void {
  if (new URLSearchParams(location.search).get('dialog') !== 'subscribe') return
  go(paths.subscribeTo(creatorId), { replace: true })
  scrollTo(0, 0)
}

/** Creates the payment on the server and opens the checkout, which resumes it. Ignores a second press. */
function useStartPayment(creatorId: string, handleRefusal: (error: unknown) => boolean) {
  const isLocked = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(billing.create, { body: { creatorId } }),
    onSuccess: () => openCheckout(creatorId),
    onError: (error) => {
      // The checkout asks for the missing address.
      if (error instanceof ApiError && TAX_FIRST.includes(error.problem.code ?? ''))
        return openCheckout(creatorId)
      if (!handleRefusal(error) && !isUnauthorized(error)) followOutcome(paymentOutcomes.subscriptionFailed)
    },
    onSettled: () => {
      isLocked.current = false
    },
  })
  const start = () => {
    if (isLocked.current) return
    isLocked.current = true
    mutate()
  }
  return { start, isStarting: isPending }
}

/**
 * Announces why the viewer can't subscribe to this creator and closes the dialog; false for any other error.
 */
function useRefusalHandler(creatorId: string, close: () => void) {
  const client = useQueryClient()
  const viewer = useViewer()
  return (error: unknown): boolean => {
    const refusal = refusalOutcome(error)
    if (!refusal) return false
    if (refusal === paymentOutcomes.paymentDue) {
      followOutcome(refusal, error)
      return true
    }
    showOutcome(refusal, error)
    if (refusal === paymentOutcomes.alreadySubscribed) refreshAfterSubscribing(client, creatorId, viewer.id)
    close()
    return true
  }
}

/** The creator whose dialog is open, or null; `close` restores the address without it. */
function useSubscribeAddress() {
  const params = new URLSearchParams(useSearch())
  const creator = params.get('dialog') === 'subscribe' ? params.get('creator') : null
  return { creatorId: Id.safeParse(creator).data ?? null, close: closeDialog }
}

function closeDialog(): void {
  // If a link inside the product opened it, the previous history entry is this page without the dialog.
  if ((history.state as { isInside?: boolean } | null)?.isInside) return goBack()
  const params = new URLSearchParams(location.search)
  params.delete('dialog')
  params.delete('creator')
  const text = params.toString()
  go(location.pathname + (text ? `?${text}` : ''), { replace: true })
}
