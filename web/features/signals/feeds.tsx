// The lists of signals: the Feed tab, and a person's recent signals.
import { Compass } from 'lucide-react'
import { type ReactNode, startTransition, useOptimistic } from 'react'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { hasSamplePrices } from '#web/lib/config.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { ComposerRow } from '#web/ui/composer-row.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'
import { useFeed, useSignalsOf } from './queries.ts'
import { EmptyFeed } from './empty-feed.tsx'
import { NewSignalsPill } from './new-signals-pill.tsx'
import type { SignalCardProps } from './signal-card.tsx'
import { SignalList } from './signal-list.tsx'

const SCOPES = [
  { value: 'following', label: 'Following' },
  { value: 'everyone', label: 'Everyone' },
] as const

type FeedProps = {
  scope: FeedScope
  /** Shown below the text of an empty feed, such as people to follow. */
  empty: ReactNode
  /** Shown after the third signal. */
  insert: ReactNode
  /** Shown above the signals. */
  notice?: ReactNode
  /** The viewer's avatar. */
  avatar: ReactNode
  Outcome: SignalCardProps['Outcome']
}

export function Feed({ scope, empty, insert, notice, avatar, Outcome }: FeedProps) {
  const query = useFeed(scope)
  // The control changes at once, the list as soon as it is rendered.
  const [pressed, press] = useOptimistic(scope)
  const signalDialogHref = useDialogHref('signal')
  const viewer = useViewer()
  const setupPath = nextSetupPath(viewer)
  const composeHref = setupPath ?? signalDialogHref
  return (
    <>
      {/* The results on the cards and of the suggested people are from sample prices. */}
      {hasSamplePrices() && (
        <div>
          <SampleBadge />
        </div>
      )}
      <SegmentedControl
        label="Whose signals"
        options={SCOPES}
        value={pressed}
        onValueChange={(next) =>
          startTransition(() => {
            press(next)
            go(next === 'everyone' ? paths.everyone : paths.feed, { replace: true })
          })
        }
      />
      {/* On wider screens, the rail has the button. */}
      <div className="grid grid-cols-[minmax(0,1fr)] md:hidden">
        {viewer.isCreator ? (
          <ComposerRow href={composeHref} avatar={avatar} />
        ) : (
          <ComposerRow
            href={paths.discover}
            avatar={<Compass className="icon" />}
            prompt="People by record"
            action="Find people"
          />
        )}
      </div>
      {notice}
      <div>
        {query.data && <NewSignalsPill key={scope} scope={scope} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5">
          <SignalList
            key={scope}
            name="the feed"
            query={query}
            insert={insert}
            Outcome={Outcome}
            empty={
              <>
                <EmptyFeed scope={scope} composeHref={viewer.isCreator ? composeHref : null} />
                {empty}
              </>
            }
          />
        </div>
      </div>
    </>
  )
}

type RecentSignalsProps = { userId: string; empty: ReactNode; Outcome: SignalCardProps['Outcome'] }

export function RecentSignals({ userId, empty, Outcome }: RecentSignalsProps) {
  const query = useSignalsOf(userId)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5" aria-labelledby="recent-signals">
      <SectionHead id="recent-signals">Recent Signals</SectionHead>
      <SignalList name="the signals" query={query} empty={empty} as="row" Outcome={Outcome} />
    </section>
  )
}
