// The places below and instead of a list of subscriptions: its next page, its failure, its rows on their way.
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SubscriptionPages } from './queries.ts'

export function ShowMore({ query }: { query: SubscriptionPages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <div className="grid gap-2 p-2">
      {isFetchNextPageError && (
        <p role="alert" className="px-2 pt-2 text-center text-small text-ink-2">
          Couldn’t load more.
        </p>
      )}
      <Button
        block
        variant="ghost"
        pending={isFetchingNextPage}
        pendingLabel="Loading..."
        onClick={() => void fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  )
}

/** `what` ends the sentence: "your subscriptions". Nothing without a session, which is being led to signing in. */
export function ListError({ query, what }: { query: SubscriptionPages; what: string }) {
  const { error, isFetching, refetch } = query
  if (isUnauthorized(error)) return null
  return (
    <ErrorState className="px-4" onRetry={() => void refetch()} retrying={isFetching}>
      {error instanceof OfflineError ? error.message : `Couldn’t load ${what}.`}
    </ErrorState>
  )
}

/** Above a list that is there, but older than it should be. */
export function StaleNote({ query, what }: { query: SubscriptionPages; what: string }) {
  const { error, isRefetchError, refetch } = query
  if (!isRefetchError || error instanceof OfflineError || isUnauthorized(error)) return null
  return (
    <div className="p-4 md:px-6">
      <Banner
        tone="loss"
        role="alert"
        action={
          <Button size="sm" variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        Couldn’t refresh {what}.
      </Banner>
    </div>
  )
}

const ROWS = [1, 2, 3]

/** As high as three rows with one line below the name. */
export function RowSkeletons() {
  return (
    <div>
      {ROWS.map((row) => (
        <div key={row} className="flex min-h-17 items-center gap-3 px-4 py-3 md:px-6">
          <Skeleton className="size-10 rounded-full" />
          <span className="grid flex-1 gap-2.5">
            <Skeleton className="w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </span>
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  )
}
