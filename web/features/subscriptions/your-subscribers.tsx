// The list of the viewer's subscribers: who, since when and at what price; ended ones last.
import type { Subscription } from '#shared/contracts/billing.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf } from '#shared/rules/people.ts'
import { useHrefWith } from '#web/lib/dialog-address.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { ListError, PersonAvatar, PersonName, StateBadge } from './list-parts.tsx'
import { flattenPages, useSubscribers } from './queries.ts'
import { isPausedWithoutAccess, subscriptionState } from './subscription-state.ts'

const WHAT = 'your subscribers'

/** `active` comes from the revenue summary: the list itself is only one page of the subscribers. */
export function YourSubscribers({ active = 0 }: { active: number | undefined }) {
  const query = useSubscribers()
  const subscriptions = flattenPages(query)
  const ended = subscriptions.filter((subscription) => subscriptionState(subscription) === 'ended')
  const current = subscriptions.filter((subscription) => !ended.includes(subscription))
  return (
    <CardList as="section" aria-labelledby="people">
      <CardHead>
        <h2 id="people" className="text-title font-strong">
          People subscribed to you
        </h2>
        {active > 0 && <span className="text-small text-ink-2 tabular-nums">{active} active</span>}
      </CardHead>
      {query.data ? (
        <>
          <div className="p-4 empty:hidden md:px-6">
            <RefreshError query={query} what={WHAT} />
          </div>
          {subscriptions.length === 0 ? (
            <EmptyState post="none">
              No subscribers yet. Premium signals give people a reason to subscribe.
            </EmptyState>
          ) : (
            current.length > 0 && <Rows of={current} />
          )}
          {ended.length > 0 && (
            <div>
              <h3 className="px-4 pt-4 pb-1 text-small font-medium text-ink-3 md:px-6">Ended</h3>
              <Rows of={ended} />
            </div>
          )}
          <ShowMore query={query} />
        </>
      ) : query.error ? (
        <ListError query={query} what={WHAT} />
      ) : (
        <Loading label="Loading the people subscribed to you" className="gap-0!">
          <RowSkeletons />
        </Loading>
      )}
    </CardList>
  )
}

function Rows({ of }: { of: readonly Subscription[] }) {
  return (
    <ul className="divide-y divide-line">
      {of.map((subscription) => (
        <Row key={subscription.id} subscription={subscription} />
      ))}
    </ul>
  )
}

function Row({ subscription }: { subscription: Subscription }) {
  const { id, subscriber, priceInCents, createdAt } = subscription
  const refundHref = useHrefWith({ dialog: 'refund', subscription: id })
  return (
    <ListRow
      stack
      lead={<PersonAvatar person={subscriber} />}
      title={<PersonName person={subscriber} unknown="A private member" />}
      sub={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          Since {longDate(createdAt)}
          <StateBadge subscription={subscription} />
          {isPausedWithoutAccess(subscription) && 'no access'}
        </span>
      }
      end={
        <>
          <span className="font-strong max-xs:mr-auto">{price(priceInCents)}/month</span>
          <Button asChild variant="ghost" size="sm">
            <a
              href={refundHref}
              aria-label={`Refund ${subscriber ? nameOf(subscriber) : 'a private member'}`}
            >
              Refund
            </a>
          </Button>
          {subscriber && <PersonMenu person={subscriber} className="-mr-2" />}
        </>
      }
    />
  )
}
