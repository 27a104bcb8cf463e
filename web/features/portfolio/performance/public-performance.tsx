// A person's performance on their profile; the code of its card loads only if the person has one.
import { useEffect } from 'react'
import { directionOf } from '#shared/rules/percent.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorCard, ErrorState } from '#web/ui/error-state.tsx'
import { PublicPerformanceSkeleton } from '../portfolio-skeleton.tsx'
import { usePerformanceOf } from '../queries.ts'

const PublicPerformanceCard = lazyWithPrefetch(() => import('./public-performance-card.tsx'), {
  fallback: <PublicPerformanceSkeleton />,
  errorFallback: ErrorCard,
})

type PublicPerformanceProps = {
  person: { id: string; username: string; performance: string }
  note?: string | undefined
  /** Hides the holdings, for an owner who previews what strangers see. */
  hideHoldings?: boolean
}

export function PublicPerformance({ person, note, hideHoldings = false }: PublicPerformanceProps) {
  const { data, error, isFetching, refetch } = usePerformanceOf(person.id)
  // A person with a return also has a summary, so space is reserved for it. Most people have neither.
  const isExpected = directionOf(person.performance) !== 'flat'
  useEffect(() => {
    if (isExpected) PublicPerformanceCard.prefetch()
  }, [isExpected])
  if (data) {
    // A record that was deleted or has no return shows that instead of the return.
    const isShown = data.picture !== null || data.noReturn !== null || data.events.length > 0
    return (
      isShown && (
        <PublicPerformanceCard
          summary={data.picture}
          noReturn={data.noReturn}
          events={data.events}
          cashWeight={data.cashWeight}
          username={person.username}
          holdings={hideHoldings ? null : data.holdings}
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
