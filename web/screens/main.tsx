// The main screen with its three tabs: the feed, the viewer's portfolio, the viewer's profile. And the page
// of one ticker.
import { memo, useEffect } from 'react'
import { useSearch } from 'wouter'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { useOverview } from '#web/features/portfolio/queries.ts'
import { CardOutcome } from '#web/features/record/outcome.tsx'
import { Feed } from '#web/features/signals/feeds.tsx'
import { useFeed } from '#web/features/signals/queries.ts'
import { ViewerAvatar } from '#web/features/users/viewer.tsx'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { whenShown } from '#web/lib/when-shown.ts'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { LoadingView } from '#web/ui/loading-view.tsx'
import { Column, useHasAside, Wide } from '#web/ui/page.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import type { Tab } from './shell.tsx'

/** Shown once after the first run, and while the person hasn't been asked about visitors. */
const Welcome = lazyWithPrefetch(() => import('./welcome.tsx'), { errorFallback: () => null })

// Its charts are larger than the whole feed.
const PortfolioCard = lazyWithPrefetch(() => import('#web/features/portfolio/portfolio-card.tsx'), {
  fallback: <LoadingView delayed inPage />,
  errorFallback: ErrorCard,
})

const KeyFigures = lazyWithPrefetch(
  async () => ({
    default: (await import('#web/features/portfolio/performance/performance-metrics.tsx')).KeyFiguresCard,
  }),
  { errorFallback: () => null },
)
/** Below everything else beside the feed, so that nothing moves when it appears. */
const WatchlistCard = lazyWithPrefetch(
  async () => {
    await whenShown()
    return { default: (await import('#web/features/tickers/watchlist.tsx')).WatchlistCard }
  },
  { errorFallback: () => null },
)
const OwnProfile = lazyWithPrefetch(() => import('./own-profile.tsx'), {
  fallback: <LoadingView delayed inPage />,
  errorFallback: ErrorCard,
})
export const prefetchOwnProfile = OwnProfile.prefetch
const TickerPage = lazyScreen(() => import('./ticker.tsx'))

const TITLE: Record<Tab, string> = { feed: 'Feed', portfolio: 'My Portfolio', profile: 'Your profile' }

/** A ticker has a separate page, but not a separate route: spec section 2 names all routes. */
export function Main({ tab }: { tab: Tab }) {
  const ticker = normalTicker(new URLSearchParams(useSearch()).get('ticker') ?? '')
  if (tab === 'feed' && ticker !== null) return <Ticker key={ticker} ticker={ticker} />
  return <Tabs tab={tab} />
}

/** Memoized, so that neither the tabs nor the content of the feed rerender when a dialog changes the address. */
const Tabs = memo(function Tabs({ tab }: { tab: Tab }) {
  useTitleAndFocus(TITLE[tab])
  return (
    <>
      {tab === 'feed' && <FeedTab />}
      {tab === 'portfolio' && <PortfolioTab />}
      {tab === 'profile' && <ProfileTab />}
    </>
  )
})

function FeedTab() {
  const search = new URLSearchParams(useSearch())
  const scope = search.get('scope') === 'everyone' ? 'everyone' : 'following'
  return <ScopeFeed scope={scope} isWelcome={search.has('welcome')} />
}

/** On screens without a column beside the feed. */
const SUGGESTIONS_IN_FEED = <Suggestions folded reserved />

const ScopeFeed = memo(function ScopeFeed({ scope, isWelcome }: { scope: FeedScope; isWelcome: boolean }) {
  const hasAside = useHasAside()
  const { showsRecordToVisitors } = useViewer()
  return (
    <Column beside={<BesideFeed scope={scope} />}>
      <h1 className="sr-only">Feed</h1>
      <Feed
        scope={scope}
        empty={<Suggestions />}
        insert={!hasAside && SUGGESTIONS_IN_FEED}
        notice={(isWelcome || showsRecordToVisitors === null) && <Welcome />}
        avatar={<ViewerAvatar />}
        Outcome={CardOutcome}
      />
    </Column>
  )
})

/** Suggestions load after a feed with signals; an empty feed shows them itself. */
function BesideFeed({ scope }: { scope: FeedScope }) {
  const { data, isError, isPending } = useFeed(scope)
  if (isPending) return null
  return (
    <>
      {(isError || data.pages.some(({ items }) => items.length > 0)) && <Suggestions folded reserved />}
      <WatchlistCard />
    </>
  )
}

/**
 * Only for creators whose payouts are set up. Anyone else is redirected to the missing step (spec section 2).
 */
function PortfolioTab() {
  const redirect = nextSetupPath(useViewer())
  useEffect(() => {
    if (redirect !== null) go(redirect, { replace: true })
  }, [redirect])
  if (redirect !== null) return null
  return (
    <Wide>
      <OwnPortfolio />
    </Wide>
  )
}

/** Fetches the data in parallel with the code of the card. */
function OwnPortfolio() {
  return <PortfolioCard query={useOverview()} />
}

function ProfileTab() {
  const viewer = useViewer()
  return (
    <Column
      beside={
        <>
          {viewer.isCreator && <KeyFigures person={viewer} />}
          <Suggestions folded />
        </>
      }
    >
      <OwnProfile />
    </Column>
  )
}

/** The page of one ticker. Its title is set before its code has loaded. */
function Ticker({ ticker }: { ticker: string }) {
  useTitleAndFocus(`$${ticker}`)
  return <TickerPage ticker={ticker} />
}
