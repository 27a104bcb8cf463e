// The list of the viewer's own subscriptions: current ones first, then those that have ended.
import { Fragment, useState } from 'react'
import { useSearch } from 'wouter'
import type { Subscription } from '#shared/contracts/billing.ts'
import { go } from '#web/lib/navigation.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { CancelSubscriptionDialog, OWN_HEADING } from './cancel-subscription-dialog.tsx'
import { ListError } from './list-parts.tsx'
import { flattenPages, useOwnSubscriptions } from './queries.ts'
import { subscriptionState } from './subscription-state.ts'
import { WhyCanceled } from './why-canceled.tsx'
import { YourSubscriptionRow } from './your-subscription-row.tsx'

const WHAT = 'your subscriptions'

const isCanceledBySubscriber = ({ endsAt, endedBy }: Subscription) =>
  endsAt !== null && endedBy === 'subscriber'

/** `isWaiting`: the part of the page above is still loading. The list waits for it, so that nothing moves. */
export function YourSubscriptions({ isWaiting }: { isWaiting: boolean }) {
  const query = useOwnSubscriptions()
  const search = useSearch()
  const [canceledId, setCanceledId] = useState<string>()
  const all = flattenPages(query)
  const ended = all.filter((subscription) => subscriptionState(subscription) === 'ended')
  const current = all.filter((subscription) => !ended.includes(subscription))
  // An ended subscription and a current one may be for the same creator.
  const creatorId = new URLSearchParams(search).get('creator')
  const marked =
    creatorId === null
      ? undefined
      : [...current, ...ended].find((subscription) => subscription.creatorId === creatorId)
  const openCancelDialog = (id: string) => {
    const params = new URLSearchParams(search)
    params.set('dialog', 'cancel-subscription')
    params.set('subscription', id)
    go(`?${params}`)
  }
  const rows = (some: typeof all) => (
    <ul className="divide-y divide-line">
      {some.map((subscription) => (
        <Fragment key={subscription.id}>
          <YourSubscriptionRow
            subscription={subscription}
            isMarked={subscription === marked}
            onCancel={() => openCancelDialog(subscription.id)}
          />
          {/* Hidden once the cancellation is undone. */}
          {subscription.id === canceledId && isCanceledBySubscriber(subscription) && (
            <li>
              <WhyCanceled subscription={subscription} onClose={() => setCanceledId(undefined)} />
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  )
  return (
    <CardList as="section" aria-labelledby={OWN_HEADING}>
      <CardHead>
        <h2 id={OWN_HEADING} tabIndex={-1} className="text-title font-strong">
          Your active subscriptions
        </h2>
      </CardHead>
      {query.data && !isWaiting ? (
        <>
          <div className="p-4 empty:hidden md:px-6">
            <RefreshError query={query} what={WHAT} />
          </div>
          {current.length === 0 ? (
            <EmptyState
              post={all.length === 0 ? 'rest' : 'none'}
              action={
                <Button asChild variant="outline">
                  <a href={paths.everyone}>See everyone</a>
                </Button>
              }
            >
              You have no active subscriptions. Subscribe to a creator to read their premium signals.
            </EmptyState>
          ) : (
            rows(current)
          )}
          {ended.length > 0 && (
            <div>
              <h3 className="px-4 pt-4 pb-1 text-small font-medium text-ink-3 md:px-6">Ended</h3>
              {rows(ended)}
            </div>
          )}
          <ShowMore query={query} />
          <CancelSubscriptionDialog subscriptions={all} onCanceled={({ id }) => setCanceledId(id)} />
        </>
      ) : query.error && !isWaiting ? (
        <ListError query={query} what={WHAT} />
      ) : (
        <Loading label="Loading your subscriptions" className="gap-0!">
          <RowSkeletons />
        </Loading>
      )}
    </CardList>
  )
}
