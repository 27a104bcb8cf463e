// Confirms canceling the creator plan and explains what it means for the creator and the subscribers.
import type { Plan } from '#shared/contracts/creators.ts'
import { subscriptionState } from '#web/features/subscriptions/subscription-state.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { ConfirmDialog, Consequences, focusAfterDialog } from '#web/ui/dialog.tsx'
import { useCancelPlan } from './queries.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

/** The id of the heading of the card that this dialog belongs to. */
export const PLAN_HEADING = 'plan'

function consequence(plan: Plan): string {
  const { currentPeriodEnd } = plan
  if (subscriptionState(plan) === 'due' || plan.hasUnpaidInvoice)
    return 'Creator Mode ends now, because this month isn’t paid. The payment due is canceled, and you won’t be charged again. You can’t undo this.'
  if (!currentPeriodEnd) return 'It won’t renew.'
  return `Creator Mode stays on until ${longDate(currentPeriodEnd)}. You can undo this until then.`
}

export function CancelPlanDialog({ plan }: { plan: Plan }) {
  const { isOpen, close, closeIfOpen } = useDialog('cancel-plan')
  const cancel = useCancelPlan()
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: (changed) => {
        if (subscriptionState(changed) === 'ending') followOutcome(paymentOutcomes.planEnds)
        if (subscriptionState(changed) === 'ended') {
          followOutcome(paymentOutcomes.planEnded)
          // The button that had the focus is gone.
          focusAfterDialog(PLAN_HEADING)
        }
        closeIfOpen()
      },
    })
  return (
    <ConfirmDialog
      open={isOpen && plan.endsAt === null && subscriptionState(plan) !== 'ended'}
      onClose={close}
      title="Cancel your creator plan?"
      confirmLabel="Cancel plan"
      pendingLabel="Canceling..."
      isPending={cancel.isPending}
      onConfirm={confirm}
    >
      <p className="text-pretty text-ink-2">{consequence(plan)}</p>
      <Consequences>
        <li>After that, you can’t post new signals or take new subscribers.</li>
        <li>
          Your subscribers keep access until the end of the period they paid for. We’ll let them know and
          won’t charge them again.
        </li>
        <li>Your posted signals stay.</li>
      </Consequences>
    </ConfirmDialog>
  )
}
