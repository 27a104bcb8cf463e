// A list of signals with infinite scrolling, and its loading, error and empty states.
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { FEED_SKELETON_CARDS } from '#shared/limits.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, SignalRowSkeleton, SignalSkeleton } from '#web/ui/skeleton.tsx'
import type { SignalPages } from './queries.ts'
import type { SignalCardProps } from './signal-card.tsx'
import { DISCLAIMER_OF_ROWS } from './signal-labels.ts'
import { type SignalLook, VirtualSection } from './virtual-section.tsx'

/** Lists with at most this many pages are cheap enough to render without virtualization. */
const ALWAYS_RENDERED_PAGES = 10

type SignalListProps = {
  query: SignalPages
  empty: ReactNode
  /** The object of error messages, as in "Couldn’t load the feed." */
  name: string
  /** Rows of one card, for the signals of one author or, signed, about one ticker. */
  as?: SignalLook
  /** Shown after the third signal; the same element each time, because the signals around it are memoized. */
  insert?: ReactNode
  /** Shows how each signal did. */
  Outcome?: SignalCardProps['Outcome']
}

export function SignalList({ query, empty, name, as = 'card', insert, Outcome }: SignalListProps) {
  const { data, error, isRefetching, isFetchingNextPage, refetch } = query
  // A lost session leads to the sign-in page, which has its own message.
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
        {as !== 'card' ? <CardList>{skeletons(SignalRowSkeleton)}</CardList> : skeletons(SignalSkeleton)}
      </Loading>
    )
  const pages = data.pages.filter(({ items }) => items.length > 0)
  const sections = pages.map(({ items }, index) => {
    // The last signal identifies the page, because new signals are added at the top and don't change it.
    const last = items.at(-1)?.id ?? ''
    return (
      <VirtualSection
        key={last}
        // The same signals are taller as cards.
        id={`${as} ${last}`}
        signals={items}
        as={as}
        insert={index === 0 && insert}
        Outcome={Outcome}
        isAlwaysRendered={pages.length <= ALWAYS_RENDERED_PAGES}
      />
    )
  })
  const isBusy = isRefetching && !isFetchingNextPage ? true : undefined
  return (
    <>
      <RefreshError query={query} what={name} />
      {pages.length === 0 ? (
        empty
      ) : as !== 'card' ? (
        <CardList className={BUSY} aria-busy={isBusy}>
          {sections}
          <p className="px-4 py-3 text-small text-ink-3 md:px-6">{DISCLAIMER_OF_ROWS}</p>
        </CardList>
      ) : (
        <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5', BUSY)} aria-busy={isBusy}>
          {sections}
        </div>
      )}
      <NextPage query={query} as={as} />
    </>
  )
}

const BUSY = 'transition-opacity aria-busy:opacity-60 aria-busy:delay-700'

const skeletons = (Skeleton: ComponentType) =>
  Array.from({ length: FEED_SKELETON_CARDS }, (_, index) => <Skeleton key={index} />)

/** Loads the next page shortly before it scrolls into view; after a failure only on request. */
function NextPage({ query, as }: { query: SignalPages; as: SignalLook }) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const sentinel = useRef<HTMLDivElement>(null)
  const shouldObserve = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!shouldObserve || !sentinel.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage(),
      { rootMargin: '0px 0px 800px' },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [shouldObserve, fetchNextPage])
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
          {as === 'card' ? <SignalSkeleton /> : <SignalRowSkeleton />}
        </Loading>
      )}
    </div>
  )
}
