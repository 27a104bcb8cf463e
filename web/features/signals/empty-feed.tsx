// What an empty feed says, and where to go from there.
import type { FeedScope } from '#shared/contracts/signals.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `composeHref` is null for people who can't post. */
type EmptyFeedProps = { scope: FeedScope; composeHref: string | null }

export function EmptyFeed({ scope, composeHref }: EmptyFeedProps) {
  return (
    <Card>
      <EmptyState
        action={
          <>
            {scope === 'following' && (
              <Button asChild variant="outline">
                <a href={paths.everyone}>See everyone</a>
              </Button>
            )}
            <Button asChild>
              {composeHref === null ? (
                <a href={paths.discover}>Find people</a>
              ) : (
                <a href={composeHref}>
                  <span aria-hidden="true">📡</span> New signal
                </a>
              )}
            </Button>
          </>
        }
      >
        <p>No signals yet. Start following other investors or create your first signal!</p>
        <p className="mt-2 text-small">
          A signal is a trade idea: what an investor buys, sells or thinks, with the time it was posted.
        </p>
      </EmptyState>
    </Card>
  )
}
