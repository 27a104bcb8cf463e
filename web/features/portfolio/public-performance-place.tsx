// The place of a person's picture on their profile; the picture itself is fetched only for those who have one.
import { useEffect } from 'react'
import { directionOf } from '#shared/rules/percent.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorCard, ErrorState } from '#web/ui/error-state.tsx'
import { PublicPerformanceSkeleton } from './portfolio-skeleton.tsx'
import { usePictureOf } from './queries.ts'

const PublicPerformance = lazyWithPrefetch(() => import('./public-performance.tsx'), {
  fallback: <PublicPerformanceSkeleton />,
  errorFallback: ErrorCard,
})

export type PublicPerformancePlaceProps = {
  person: { id: string; username: string; performance: string }
  note?: string | undefined
  /** Leaves out the holdings, though the answer has them: strangers don't see them. */
  withoutHoldings?: boolean
}

export function PublicPerformancePlace({
  person,
  note,
  withoutHoldings = false,
}: PublicPerformancePlaceProps) {
  const { data, error, isFetching, refetch } = usePictureOf(person.id)
  // Who has a return has a picture: its place is kept. Most people have none, and keep no place.
  const isExpected = directionOf(person.performance) !== 'flat'
  useEffect(() => {
    if (isExpected) PublicPerformance.prefetch()
  }, [isExpected])
  if (data) {
    // A record that was deleted, or has no return, says so where its return would stand.
    const isShown = data.picture !== null || data.noReturn !== null || data.events.length > 0
    return (
      isShown && (
        <PublicPerformance
          {...data}
          username={person.username}
          holdings={withoutHoldings ? null : data.holdings}
          note={note}
        />
      )
    )
  }
  if (!isExpected || isUnauthorized(error)) return null
  if (!error) return <PublicPerformanceSkeleton hasNote={note !== undefined} />
  return (
    <Card>
      <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
        {error instanceof OfflineError ? error.message : 'Couldn’t load the performance.'}
      </ErrorState>
    </Card>
  )
}
