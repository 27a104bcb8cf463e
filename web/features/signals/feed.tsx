// The Feed tab: whose signals, a first word for one's own, and the signals, newest first.
import type { ReactNode } from 'react'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ComposerRow } from '#web/ui/composer-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useFeed } from './queries.ts'
import { NewSignals } from './new-signals.tsx'
import { SignalList } from './signal-list.tsx'

const SCOPES = [
  { value: 'following', label: 'Following' },
  { value: 'everyone', label: 'Everyone' },
] as const

/** `empty` stands below the words of an empty feed: people to follow. `avatar` is the viewer's own face. */
export function Feed({ scope, empty, avatar }: { scope: FeedScope; empty: ReactNode; avatar: ReactNode }) {
  const query = useFeed(scope)
  const signalDialog = useDialogHref('signal')
  const way = nextSetupPath(useViewer())
  const compose = way ?? signalDialog
  return (
    <>
      <Segmented
        label="Whose signals"
        options={SCOPES}
        value={scope}
        onValueChange={(next) => go(next === 'everyone' ? paths.everyone : paths.feed, { replace: true })}
      />
      <ComposerRow href={compose} avatar={avatar} />
      <div>
        {query.data && <NewSignals key={scope} scope={scope} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5">
          <SignalList
            key={scope}
            name="the feed"
            query={query}
            empty={
              <>
                <NothingYet scope={scope} compose={compose} mayPost={way === null} />
                {empty}
              </>
            }
          />
        </div>
      </div>
    </>
  )
}

type NothingYetProps = { scope: FeedScope; compose: string; mayPost: boolean }

function NothingYet({ scope, compose, mayPost }: NothingYetProps) {
  return (
    <Card>
      <EmptyState
        action={
          <>
            {scope === 'following' && (
              // Loud for those who can't post yet: reading comes first.
              <Button asChild variant={mayPost ? 'outline' : 'primary'}>
                <a href={paths.everyone}>See everyone</a>
              </Button>
            )}
            <Button asChild variant={mayPost || scope === 'everyone' ? 'primary' : 'outline'}>
              <a href={compose}>
                <span aria-hidden="true">📡</span> New signal
              </a>
            </Button>
          </>
        }
      >
        No signals yet. Start following other investors or create your first signal!
      </EmptyState>
    </Card>
  )
}
