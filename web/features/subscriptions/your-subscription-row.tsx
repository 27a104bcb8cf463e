// One subscription the viewer holds: what it costs, how it stands, and what can be done about it.
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import { price } from '#shared/rules/money.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { StateBadge } from '../billing/subscription-badge.tsx'
import { focusCentered } from '../checkout/outcome-redirect.ts'
import { nameOf, PersonFace, PersonName } from '../billing/subscription-person.tsx'
import { useBillingPage } from './billing-page.ts'
import { useResumeSubscription } from '../billing/subscription-changes.ts'
import { canCancel, canResume, subscriptionState } from './subscription-state.ts'
import { isLocked } from '../billing/subscription-status.ts'
import { shortDate, longDate } from '../../lib/money-and-dates.ts'

export type YourSubscriptionRowProps = {
  subscription: Subscription
  /** The address asks for this one: it comes into view, with the focus on it. */
  isMarked: boolean
  onCancel: () => void
}

export function YourSubscriptionRow({ subscription, isMarked, onCancel }: YourSubscriptionRowProps) {
  const standing = subscriptionState(subscription)
  const { creator, priceInCents } = subscription
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isMarked) focusCentered(row.current)
  }, [isMarked])
  return (
    <ListRow
      ref={row}
      stack
      marked={isMarked}
      lead={<PersonFace person={creator} />}
      title={<PersonName person={creator} unknown="A private profile" />}
      sub={`${price(priceInCents)}/month${note(subscription)}`}
      end={
        <>
          {standing !== 'active' && (
            // Above two buttons on a phone, where all three have no room beside each other.
            <span className={classes('flex', standing === 'due' && 'max-xs:w-full')}>
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
  payments: '. A payment failed or was disputed.',
}

/** What follows the price: when it renews, until when one may read, or why it ends. */
function note(subscription: Subscription): string {
  const { creator, hasAccess, currentPeriodEnd, endsAt, endedBy, graceEndsAt, pausedFrom } = subscription
  const name = creator ? nameOf(creator) : 'the creator'
  const why = endedBy ? ENDED_BY[endedBy] : ''
  switch (subscriptionState(subscription)) {
    case 'active':
      if (!hasAccess) return ', on hold while a payment is disputed'
      return currentPeriodEnd ? `, renews ${shortDate(currentPeriodEnd)}` : ''
    case 'ending':
      return isLocked(subscription) ? `, paused, no access${why}` : why
    case 'due': {
      const ends = endsAt ? `, ends ${shortDate(endsAt)}${why}` : ''
      return hasAccess && graceEndsAt
        ? `, access until ${shortDate(graceEndsAt)}${ends}`
        : `, no access until it is paid${ends}`
    }
    case 'paused':
      return pausedFrom && hasAccess
        ? `, paused while ${name}’s payouts are checked; access until ${shortDate(pausedFrom)}`
        : `, no access and no charge until ${name} can be paid again`
    case 'ended':
      return endsAt ? `, ended ${longDate(endsAt)}${why}` : why
  }
}

function Actions({ subscription, onCancel }: Omit<YourSubscriptionRowProps, 'isMarked'>) {
  const { id, creatorId, creator } = subscription
  const standing = subscriptionState(subscription)
  const resume = useResumeSubscription()
  const page = useBillingPage(
    async () => creatorId && call(billing.check, { body: { creatorId } }),
    standing === 'due',
  )
  const isEnding = canResume(subscription)
  // Said after the words of the button, where a list has several of them.
  const whose = creator ? `, ${nameOf(creator)}` : ', a private profile'
  return (
    <>
      {standing === 'active' && (
        <Button
          size="sm"
          variant="outline"
          icon={ExternalLink}
          pending={page.isOpening}
          pendingLabel="Opening..."
          aria-label={`Manage${whose}`}
          onClick={page.open}
        >
          Manage
        </Button>
      )}
      {standing === 'due' && (
        <Button
          size="sm"
          variant="outline"
          pending={page.isOpening}
          pendingLabel="Opening..."
          aria-label={`Fix payment${whose}`}
          onClick={page.open}
        >
          Fix payment
        </Button>
      )}
      {(isEnding || canCancel(subscription)) && (
        // One button through all of it, so that the focus stays where it was when "Cancel" becomes "Undo".
        <Button
          key="end"
          size="sm"
          variant={isEnding ? 'outline' : 'ghost'}
          pending={resume.isPending}
          pendingLabel={isEnding ? 'Undo' : 'Cancel'}
          aria-label={`${isEnding ? 'Undo' : 'Cancel'}${whose}`}
          aria-haspopup={isEnding ? undefined : 'dialog'}
          onClick={isEnding ? () => resume.mutate(id) : onCancel}
        >
          {isEnding ? 'Undo' : 'Cancel'}
        </Button>
      )}
    </>
  )
}
