// People subscribed to you: who, since when, at which price, and what is not simply active.
import type { Subscription } from '#shared/contracts/billing.ts'
import { useRevenue } from '#web/features/creators/queries.ts'
import { price } from '#shared/rules/money.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { ListError, RowSkeletons, ShowMore, StaleNote } from './list-parts.tsx'
import { PersonFace, PersonName } from '../billing/subscription-person.tsx'
import { StateBadge } from '../billing/subscription-badge.tsx'
import { itemsOf, useSubscribers } from './queries.ts'
import { subscriptionState } from './subscription-state.ts'
import { isLocked } from '../billing/subscription-status.ts'
import { longDate } from '../../lib/money-and-dates.ts'

const WHAT = 'your subscribers'

export function YourSubscribers() {
  const query = useSubscribers()
  const people = itemsOf(query)
  const ended = people.filter((subscription) => subscriptionState(subscription) === 'ended')
  const live = people.filter((subscription) => !ended.includes(subscription))
  // The same figure as above the list, of all of them: a page of the list can't be counted.
  const active = useRevenue().data?.activeSubscribers
  return (
    <CardList as="section" aria-labelledby="people">
      <CardHead>
        <h2 id="people" className="text-title font-strong">
          People subscribed to you
        </h2>
        {active !== undefined && active > 0 && (
          <span className="text-small text-ink-2 tabular-nums">{active} active</span>
        )}
      </CardHead>
      {query.data ? (
        <>
          <StaleNote query={query} what={WHAT} />
          {people.length === 0 ? (
            <EmptyState post="none">
              No subscribers yet. Premium signals give people a reason to subscribe.
            </EmptyState>
          ) : (
            live.length > 0 && <Rows of={live} />
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
  const { subscriber, priceInCents, createdAt } = subscription
  return (
    <ListRow
      lead={<PersonFace person={subscriber} />}
      title={<PersonName person={subscriber} unknown="A private member" />}
      sub={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          Since {longDate(createdAt)}
          <StateBadge subscription={subscription} />
          {isLocked(subscription) && 'no access'}
        </span>
      }
      end={<span className="font-strong">{price(priceInCents)}/month</span>}
    />
  )
}
