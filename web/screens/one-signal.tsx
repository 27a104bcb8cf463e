// One signal at its own address, for shared links.
import { useParams } from 'wouter'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { PostedAt } from '#web/features/signals/posted-time.tsx'
import { useSignal } from '#web/features/signals/queries.ts'
import { SignalCard } from '#web/features/signals/signal-card.tsx'
import { ApiError, isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column } from '#web/ui/page.tsx'
import { Loading, SignalSkeleton } from '#web/ui/skeleton.tsx'

export default function OneSignal() {
  const { id } = useParams<{ id: string }>()
  const { data: signal, error, isFetching, refetch } = useSignal(id)
  // 400: the address doesn't contain a valid signal id.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  useTitleAndFocus(
    signal ? `Signal by @${signal.author.username}` : isMissing ? 'Signal not found' : 'Signal',
  )
  return (
    <Column beside={<Suggestions folded />}>
      {isMissing ? <SignalNotFound /> : <h1 className="sr-only">Signal</h1>}
      {signal && <SignalCard signal={signal} />}
      {signal && <PostedAt signal={signal} />}
      {!signal && !error && (
        <Loading label="Loading signal">
          <SignalSkeleton />
        </Loading>
      )}
      {error && !isMissing && !isUnauthorized(error) && (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load this signal.'}
          </ErrorState>
        </Card>
      )}
    </Column>
  )
}

function SignalNotFound() {
  return (
    <Card>
      <EmptyState
        level={1}
        post="fallen"
        title="Signal not found"
        action={
          <Button asChild variant="outline">
            <a href={paths.feed}>Go to your feed</a>
          </Button>
        }
      >
        This signal doesn't exist or belongs to a private profile.
      </EmptyState>
    </Card>
  )
}
