// Confirms canceling a subscription and explains what happens then.
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Subscription } from '#shared/contracts/billing.ts'
import { nameOf } from '#shared/rules/people.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { ConfirmDialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { useCancelSubscription } from './change-subscription.ts'
import { canCancel, isPausedWithoutAccess, subscriptionState } from './subscription-state.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

/** The id of the heading above the list that this dialog belongs to. */
export const OWN_HEADING = 'held'

type CancelSubscriptionDialogProps = {
  subscriptions: readonly Subscription[]
  onCanceled: (changed: Subscription) => void
}

/** Opens at `?dialog=cancel-subscription&subscription=…` if that subscription can be canceled. */
export function CancelSubscriptionDialog({ subscriptions, onCanceled }: CancelSubscriptionDialogProps) {
  const { isOpen, close, closeIfOpen } = useDialog('cancel-subscription')
  const id = new URLSearchParams(useSearch()).get('subscription')
  const cancel = useCancelSubscription()
  const requested = subscriptions.find((subscription) => subscription.id === id && canCancel(subscription))
  // The closing dialog keeps its text while it animates out.
  const [shown, setShown] = useState(requested)
  if (isOpen && requested && requested !== shown) setShown(requested)
  if (!shown) return null

  const confirm = () =>
    cancel.mutate(shown.id, {
      onSuccess: (changed) => {
        if (subscriptionState(changed) === 'ending')
          followOutcome(
            isPausedWithoutAccess(changed) ? ENDS_WITHOUT_ACCESS : paymentOutcomes.subscriptionEnds,
          )
        if (subscriptionState(changed) === 'ended') {
          followOutcome(paymentOutcomes.subscriptionEnded)
          // The row is gone, along with the button that had the focus.
          focusAfterDialog(OWN_HEADING)
        }
        closeIfOpen()
        onCanceled(changed)
      },
    })

  return (
    <ConfirmDialog
      open={isOpen && requested !== undefined}
      onClose={close}
      title={
        <>
          Cancel subscription
          {shown.creator && (
            <>
              {' to '}
              <bdi>{nameOf(shown.creator)}</bdi>
            </>
          )}
          ?
        </>
      }
      confirmLabel="Cancel subscription"
      pendingLabel="Canceling..."
      isPending={cancel.isPending}
      onConfirm={confirm}
    >
      <p className="text-pretty text-ink-2">{consequence(shown)}</p>
    </ConfirmDialog>
  )
}

const ENDS_WITHOUT_ACCESS: Outcome = {
  ...paymentOutcomes.subscriptionEnds,
  text: 'You won’t be charged again.',
}

/** What canceling means for the person, in the dialog. */
export function consequence(subscription: Subscription): string {
  const { currentPeriodEnd, pausedFrom } = subscription
  const state = subscriptionState(subscription)
  const paidUntil = currentPeriodEnd && longDate(currentPeriodEnd)
  if (state === 'paused') {
    const access = isPausedWithoutAccess(subscription)
      ? 'You don’t have access right now.'
      : `You keep access until ${pausedFrom ? longDate(pausedFrom) : 'then'}.`
    return `${access} You won’t be charged again, even when payouts resume.`
  }
  if (state === 'due' || subscription.hasUnpaidInvoice)
    return `It ends now${subscription.hasAccess ? ', and so does your access' : ''}, because this month isn’t paid. The payment due is canceled, and you won’t be charged again. You can’t undo this.`
  if (!paidUntil) return 'It won’t renew.'
  return `You keep access until ${paidUntil}. You can undo this until then. You won’t be charged again.`
}
