// One subscriber: who, since when, in which state, what they pay a month and have paid so far, and their menu.
import { Lock, Pause, TriangleAlert } from 'lucide-react'
import type { Subscriber, SubscriberState } from '#shared/contracts/studio.ts'
import { price } from '#shared/rules/money.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { useHrefWith } from '#web/lib/dialog-address.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { dollars, longDate, shortDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'

export function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const { id, person, isFormer, since, priceInCents, paidInCents, refundedInCents } = subscriber
  const refundHref = useHrefWith({ dialog: 'refund', subscription: id })
  const unnamed = isFormer ? 'Former member' : 'A private member'
  return (
    <ListRow
      stack
      lead={
        person ? (
          <Avatar initials={headerInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-10 flex-none place-items-center rounded-full bg-sunken text-ink-3 forced-colors:border"
          >
            <Lock className="icon-sm" />
          </span>
        )
      }
      title={
        person ? (
          <a
            href={paths.profile(person.username)}
            className="rounded-badge py-0.5 wrap-anywhere underline-offset-[0.2em] hover:underline"
          >
            <bdi>{nameOf(person)}</bdi>
          </a>
        ) : (
          <span className="text-ink-2">{unnamed}</span>
        )
      }
      sub={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          Since {longDate(since)}
          <StateBadge subscriber={subscriber} />
        </span>
      }
      end={
        <>
          <span className="grid max-xs:mr-auto max-xs:text-left">
            <span className="font-strong">{dollars(paidInCents)} paid</span>
            <span className="text-caption text-ink-3">
              {price(priceInCents)}/month{refundedInCents > 0 && `, ${dollars(refundedInCents)} refunded`}
            </span>
          </span>
          {paidInCents > 0 && (
            <Button asChild variant="ghost" size="sm">
              <a href={refundHref} aria-label={`Refund ${person ? nameOf(person) : unnamed}`}>
                Refund
              </a>
            </Button>
          )}
          {person && <PersonMenu person={person} className="-mr-2" />}
        </>
      }
    />
  )
}

const LABELS: Record<SubscriberState, string> = {
  renewing: 'Active',
  ending: 'Ends',
  due: 'Past due',
  paused: 'Paused',
  refunded: 'Month refunded',
  ended: 'Ended',
}

/** Renders nothing for a subscription that renews. */
function StateBadge({ subscriber: { state, endsAt } }: { subscriber: Subscriber }) {
  if (state === 'renewing') return null
  const isDated = (state === 'ending' || state === 'ended') && endsAt !== null
  return (
    <Badge
      tone={state === 'due' ? 'caution' : 'neutral'}
      icon={state === 'due' ? TriangleAlert : state === 'paused' ? Pause : undefined}
    >
      {LABELS[state]}
      {isDated && ` ${shortDate(endsAt)}`}
    </Badge>
  )
}
