// People to follow in the first run: by record, with what is known about it and which of the viewer's tickers they call.
import type { ReactNode } from 'react'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { useSuggestions } from './queries.ts'
import { SuggestedRow } from './suggested-row.tsx'

/** `renderHead` receives whether any of them calls a ticker of the viewer. */
export function PeopleByRecord({ renderHead }: { renderHead: (callsAny: boolean) => ReactNode }) {
  const { data, error, isFetching, refetch } = useSuggestions()
  return (
    <>
      {renderHead(data?.some(({ calls }) => calls.length > 0) ?? false)}
      {data?.some(({ isSample }) => isSample) && (
        <div>
          <SampleBadge />
        </div>
      )}
      {data?.length === 0 ? (
        <Card>
          <EmptyState>Nobody to suggest yet. Discover shows new people as they post.</EmptyState>
        </Card>
      ) : (
        <CardList as={data ? 'ul' : 'div'}>
          {data?.map((person) => <SuggestedRow key={person.author.id} person={person} />) ??
            (error && !isUnauthorized(error) ? (
              <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
                {error instanceof OfflineError
                  ? error.message
                  : 'Couldn’t load people. You can find them on Discover.'}
              </ErrorState>
            ) : (
              <Loading label="Loading people">
                <RowSkeletons />
              </Loading>
            ))}
        </CardList>
      )}
    </>
  )
}
