// Asks before a subscription is cancelled, and says what happens then.
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Subscription } from '#shared/contracts/billing.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { nameOf } from './subscription-person.tsx'
import { useCancelSubscription } from './subscription-changes.ts'
import { canCancel, standingOf } from './subscription-standing.ts'
import { isLocked } from './subscription-status.ts'
import { fullDay } from './subscription-words.ts'

/** The heading of the list below which this dialog opens. */
export const HELD_HEADING = 'held'

/** Opens at `?dialog=cancel-subscription&subscription=…`, for one of these that can be cancelled. */
export function CancelSubscriptionDialog({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { isOpen, close } = useDialog('cancel-subscription')
  const id = new URLSearchParams(useSearch()).get('subscription')
  const cancel = useCancelSubscription()
  const asked = subscriptions.find((subscription) => subscription.id === id && canCancel(subscription))
  // Stays drawn as it was while the dialog leaves.
  const [shown, setShown] = useState(asked)
  if (isOpen && asked && asked !== shown) setShown(asked)
  if (!shown) return null

  const confirm = () =>
    cancel.mutate(shown.id, {
      onSuccess: (changed) => {
        if (standingOf(changed) === 'ending')
          followOutcome(isLocked(changed) ? ENDS_WITHOUT_ACCESS : outcomes.subscriptionEnds)
        // Its row is gone, and the button that had the focus with it.
        if (standingOf(changed) === 'ended') focusAfterDialog(HELD_HEADING)
        if (new URLSearchParams(location.search).get('dialog') === 'cancel-subscription') close()
      },
    })

  return (
    <Dialog
      open={isOpen && asked !== undefined}
      onOpenChange={(open) => !open && close()}
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
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button variant="danger" pending={cancel.isPending} pendingLabel="Canceling..." onClick={confirm}>
            Cancel subscription
          </Button>
        </>
      }
    >
      <p className="text-pretty text-ink-2">{consequence(shown)}</p>
    </Dialog>
  )
}

const ENDS_WITHOUT_ACCESS: Outcome = { ...outcomes.subscriptionEnds, text: 'You won’t be charged again.' }

function consequence(subscription: Subscription): string {
  const { currentPeriodEnd, pausedFrom } = subscription
  const standing = standingOf(subscription)
  const paidUntil = currentPeriodEnd && fullDay(currentPeriodEnd)
  if (standing === 'paused') {
    const access = isLocked(subscription)
      ? 'You don’t have access right now.'
      : `You keep access until ${pausedFrom ? fullDay(pausedFrom) : 'then'}.`
    return `${access} You won’t be charged again, even when payouts resume.`
  }
  if (!paidUntil) return 'It won’t renew.'
  return standing === 'due'
    ? `It won’t renew after ${paidUntil}. You can undo this until then. You still owe the payment that is due.`
    : `You keep access until ${paidUntil}. You can undo this until then. You won’t be charged again.`
}
