// One of the viewer's own subscriptions: its price, its state and its buttons.
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf } from '#shared/rules/people.ts'
import { call } from '#web/lib/call.ts'
import { dollars, longDate, shortDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { focusCentered } from '#web/ui/focus.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { useBillingPage } from './billing-page.ts'
import { PersonAvatar, PersonName, StateBadge } from './list-parts.tsx'
import { useResumeSubscription } from './change-subscription.ts'
import { canCancel, canResume, isPausedWithoutAccess, subscriptionState } from './subscription-state.ts'

type YourSubscriptionRowProps = {
  subscription: Subscription
  /** The address names this one: it is scrolled into view and takes the focus. */
  isMarked: boolean
  onCancel: () => void
}

export function YourSubscriptionRow({ subscription, isMarked, onCancel }: YourSubscriptionRowProps) {
  const state = subscriptionState(subscription)
  const { creator, priceInCents, taxInCents } = subscription
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isMarked) focusCentered(row.current)
  }, [isMarked])
  return (
    <ListRow
      ref={row}
      stack
      marked={isMarked}
      lead={<PersonAvatar person={creator} />}
      title={<PersonName person={creator} unknown="A private profile" />}
      sub={`${price(priceInCents + (taxInCents ?? 0))}/month${taxInCents === undefined ? '' : ` with ${dollars(taxInCents)} tax`}${details(subscription)}`}
      end={
        <>
          {state !== 'active' && (
            // On a phone the badge goes above the two buttons: all three don't fit in one row.
            <span className={classes('flex', state === 'due' && 'max-xs:w-full')}>
              <StateBadge subscription={subscription} />
            </span>
          )}
          <Actions subscription={subscription} onCancel={onCancel} />
        </>
      }
    />
  )
}

const ENDED_BY = {
  subscriber: '',
  creator: '. The creator stopped offering subscriptions.',
  payments: '. A payment failed, was disputed or refunded.',
}

/** The text after the price: when it renews, how long access lasts, or why it ends. */
function details(subscription: Subscription): string {
  const { creator, hasAccess, currentPeriodEnd, endsAt, endedBy, graceEndsAt, pausedFrom } = subscription
  const name = creator ? nameOf(creator) : 'the creator'
  const reason = endedBy ? ENDED_BY[endedBy] : ''
  switch (subscriptionState(subscription)) {
    case 'active':
      if (!hasAccess) return ', on hold while a payment is disputed'
      return currentPeriodEnd ? `, renews ${shortDate(currentPeriodEnd)}` : ''
    case 'ending':
      return isPausedWithoutAccess(subscription) ? `, paused, no access${reason}` : reason
    case 'due': {
      const ends = endsAt ? `, ends ${shortDate(endsAt)}${reason}` : ''
      return hasAccess && graceEndsAt
        ? `, access until ${shortDate(graceEndsAt)}${ends}`
        : `, no access until it is paid${ends}`
    }
    case 'paused':
      return pausedFrom && hasAccess
        ? `, paused while ${name}’s payouts are checked; access until ${shortDate(pausedFrom)}`
        : `, no access and no charge until ${name} can be paid again`
    case 'ended':
      return endsAt ? `, ended ${longDate(endsAt)}${reason}` : reason
  }
}

function Actions({ subscription, onCancel }: Omit<YourSubscriptionRowProps, 'isMarked'>) {
  const { id, creatorId, creator } = subscription
  const state = subscriptionState(subscription)
  const resume = useResumeSubscription()
  const billingPage = useBillingPage(
    async () => creatorId && call(billing.check, { body: { creatorId } }),
    state === 'due',
  )
  const isEnding = canResume(subscription)
  // Appended to the buttons' labels, as a list has several of each.
  const labelSuffix = creator ? `, ${nameOf(creator)}` : ', a private profile'
  return (
    <>
      {state === 'active' && (
        <Button
          size="sm"
          variant="outline"
          icon={ExternalLink}
          pending={billingPage.isOpening}
          pendingLabel="Opening..."
          aria-label={`Manage${labelSuffix}`}
          onClick={billingPage.open}
        >
          Manage
        </Button>
      )}
      {state === 'due' && (
        <Button
          size="sm"
          variant="outline"
          pending={billingPage.isOpening}
          pendingLabel="Opening..."
          aria-label={`Fix payment${labelSuffix}`}
          onClick={billingPage.open}
        >
          Fix payment
        </Button>
      )}
      {(isEnding || canCancel(subscription)) && (
        // The same button in both states, so that it keeps the focus when "Cancel" becomes "Undo".
        <Button
          key="end"
          size="sm"
          variant={isEnding ? 'outline' : 'ghost'}
          pending={resume.isPending}
          pendingLabel={isEnding ? 'Undo' : 'Cancel'}
          aria-label={`${isEnding ? 'Undo' : 'Cancel'}${labelSuffix}`}
          aria-haspopup={isEnding ? undefined : 'dialog'}
          onClick={isEnding ? () => resume.mutate(id) : onCancel}
        >
          {isEnding ? 'Undo' : 'Cancel'}
        </Button>
      )}
    </>
  )
}
