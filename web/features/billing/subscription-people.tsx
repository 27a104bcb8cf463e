// People subscribed to you: who, since when, at which price, and what is not simply active.
import type { Subscription } from '#shared/contracts/billing.ts'
import { price } from '#shared/rules/money.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { ListError, RowSkeletons, ShowMore, StaleNote } from './subscription-more.tsx'
import { PersonFace, PersonName } from './subscription-person.tsx'
import { StandingBadge } from './subscription-badge.tsx'
import { itemsOf, useSubscribers } from './subscription-queries.ts'
import { fullDay } from './subscription-words.ts'

const WHAT = 'Your subscribers'

export function SubscribedToYou() {
  const query = useSubscribers()
  const people = itemsOf(query)
  return (
    <CardList as="section" aria-labelledby="people">
      <CardHead>
        <h2 id="people" className="text-title font-strong">
          People subscribed to you
        </h2>
        {query.data && !query.hasNextPage && people.length > 0 && (
          <span className="text-small text-ink-2 tabular-nums">{people.length}</span>
        )}
      </CardHead>
      {query.data ? (
        <>
          <StaleNote query={query} what={WHAT} />
          {people.length === 0 ? (
            <EmptyState post="none">
              Nobody has subscribed yet. Premium signals give people a reason to.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {people.map((subscription) => (
                <Row key={subscription.id} subscription={subscription} />
              ))}
            </ul>
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

function Row({ subscription }: { subscription: Subscription }) {
  const { subscriber, priceInCents, createdAt } = subscription
  return (
    <ListRow
      lead={<PersonFace person={subscriber} />}
      title={<PersonName person={subscriber} unknown="A private member" />}
      sub={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          Since {fullDay(createdAt)}
          <StandingBadge subscription={subscription} />
        </span>
      }
      end={<span className="font-strong">{price(priceInCents)}/month</span>}
    />
  )
}
