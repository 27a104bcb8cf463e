// The signals that the viewer saved. Nobody else sees this list.
import { useBookmarks } from '#web/features/alerts/queries.ts'
import { CardOutcome } from '#web/features/record/outcome.tsx'
import { SignalCard } from '#web/features/signals/signal-card.tsx'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column } from '#web/ui/page.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, SignalRowSkeleton } from '#web/ui/skeleton.tsx'

export default function Saved() {
  useTitleAndFocus('Saved signals')
  const query = useBookmarks()
  const { data, error, isFetching, refetch } = query
  const saved = data?.pages.flatMap(({ items }) => items)
  return (
    <Column>
      <div className="grid">
        <h1 className="text-heading font-strong">Saved signals</h1>
        <p className="text-small text-ink-2">Only you see this list. You’ll get an alert when one closes.</p>
      </div>
      {saved ? (
        saved.length > 0 ? (
          <>
            {saved.map((signal) => (
              <SignalCard key={signal.id} signal={signal} Outcome={CardOutcome} />
            ))}
            <ShowMore query={query} />
          </>
        ) : (
          <Card>
            <EmptyState>
              <p>You haven’t saved any signals yet.</p>
              <p className="mt-2 text-small">Select the bookmark on a signal to keep it here.</p>
            </EmptyState>
          </Card>
        )
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load your saved signals.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading saved signals">
          <CardList>
            <SignalRowSkeleton />
          </CardList>
        </Loading>
      )}
    </Column>
  )
}
