// A list of signals that grows as one scrolls, in all its states; the caller says what an empty one shows.
import { type ReactNode, useEffect, useRef } from 'react'
import { FEED_SKELETON_CARDS } from '#shared/limits.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, SignalSkeleton } from '#web/ui/skeleton.tsx'
import type { SignalPages } from './queries.ts'
import { Stretch } from './virtual-section.tsx'

/** Up to so many stretches are no burden, and need not be drawn a moment later than the page. */
const SHORT = 10

export type SignalListProps = {
  query: SignalPages
  empty: ReactNode
  /** What the list shows, as in "Couldn’t load the feed.". */
  name: string
}

export function SignalList({ query, empty, name }: SignalListProps) {
  const { data, error, isRefetchError, isRefetching, isFetchingNextPage, refetch } = query
  // Without a session the page is about to lead to signing in; that is said already.
  if (!data && error && !isUnauthorized(error))
    return (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={query.isFetching}>
          {error instanceof OfflineError
            ? error.message
            : `Couldn’t load ${name}. Nothing you wrote is lost.`}
        </ErrorState>
      </Card>
    )
  if (!data)
    return (
      <Loading label="Loading signals" className="md:gap-5">
        {Array.from({ length: FEED_SKELETON_CARDS }, (_, place) => (
          <SignalSkeleton key={place} />
        ))}
      </Loading>
    )
  const stretches = data.pages.filter(({ items }) => items.length > 0)
  return (
    <>
      {isRefetchError && !(error instanceof OfflineError) && !isUnauthorized(error) && (
        <Banner
          tone="loss"
          role="alert"
          action={
            <Button size="sm" variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Couldn’t refresh {name}.
        </Banner>
      )}
      {stretches.length === 0 ? (
        empty
      ) : (
        <div
          className="grid grid-cols-[minmax(0,1fr)] gap-4 transition-opacity aria-busy:opacity-60 aria-busy:delay-700 md:gap-5"
          aria-busy={isRefetching && !isFetchingNextPage ? true : undefined}
        >
          {stretches.map(({ items }) => {
            // What comes on top is a stretch of its own, or joins the first one: its last signal stays the same.
            const last = items.at(-1)?.id ?? ''
            return <Stretch key={last} name={last} signals={items} isShort={stretches.length <= SHORT} />
          })}
        </div>
      )}
      <Older query={query} />
    </>
  )
}

/** Fetches the next page shortly before its place comes into view; after a failure only when asked. */
function Older({ query }: { query: SignalPages }) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const sentinel = useRef<HTMLDivElement>(null)
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!isWaiting || !sentinel.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage(),
      { rootMargin: '0px 0px 800px' },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [isWaiting, fetchNextPage])
  if (!hasNextPage) return null
  if (isFetchNextPageError)
    return (
      <div className="grid justify-items-center gap-3 py-2 text-center" role="alert">
        <p className="text-small text-ink-2">Couldn’t load more signals.</p>
        <Button variant="outline" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      </div>
    )
  return (
    <div ref={sentinel}>
      {isFetchingNextPage && (
        <Loading label="Loading more signals">
          <SignalSkeleton />
        </Loading>
      )}
    </div>
  )
}
