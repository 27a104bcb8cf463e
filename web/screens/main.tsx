// The main screen with its three tabs (the feed, the viewer's portfolio, the viewer's profile), and the feed of one ticker.
import { useQueryClient } from '@tanstack/react-query'
import { memo, useEffect } from 'react'
import { useSearch } from 'wouter'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { PortfolioSkeleton } from '#web/features/portfolio/portfolio-skeleton.tsx'
import { useOverview } from '#web/features/portfolio/queries.ts'
import { Feed, TickerFeed } from '#web/features/signals/feeds.tsx'
import { refreshFeed } from '#web/features/signals/feed-updates.ts'
import { useFeed } from '#web/features/signals/queries.ts'
import { ViewerAvatar, ViewerCard } from '#web/features/users/viewer.tsx'
import { HeaderSearch } from '#web/features/search/header-search.tsx'
import { TopHeader } from '#web/features/users/top-header.tsx'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { Column, SkipLink, Wide } from '#web/ui/page.tsx'
import { OwnProfile } from './own-profile.tsx'
import { type Tab, MainTabBar } from './main-tab-bar.tsx'

// Its charts are larger than the whole feed.
const PortfolioCard = lazyWithPrefetch(() => import('#web/features/portfolio/portfolio-card.tsx'), {
  fallback: <PortfolioSkeleton />,
  errorFallback: ErrorCard,
})

const TITLE: Record<Tab, string> = { feed: 'Feed', portfolio: 'My Portfolio', profile: 'Your profile' }

/** The feed of a ticker is a separate page, but not a separate route: spec section 2 names all routes. */
export function Main({ tab }: { tab: Tab }) {
  const ticker = normalTicker(new URLSearchParams(useSearch()).get('ticker') ?? '')
  if (tab === 'feed' && ticker !== null) return <TickerPage key={ticker} ticker={ticker} />
  return <Tabs tab={tab} />
}

/** Not rendered again when a dialog changes the address, and neither is the content of the feed. */
const Tabs = memo(function Tabs({ tab }: { tab: Tab }) {
  useTitleAndFocus(TITLE[tab])
  return (
    <>
      <SkipLink />
      <TopHeader search={<HeaderSearch />} />
      {tab === 'feed' && <FeedTab />}
      {tab === 'portfolio' && <PortfolioTab />}
      {tab === 'profile' && <ProfileTab />}
    </>
  )
})

function FeedTab() {
  const scope = new URLSearchParams(useSearch()).get('scope') === 'everyone' ? 'everyone' : 'following'
  return <ScopeFeed scope={scope} />
}

const ScopeFeed = memo(function ScopeFeed({ scope }: { scope: FeedScope }) {
  const client = useQueryClient()
  return (
    <>
      <MainTabBar
        tab="feed"
        feed={scope === 'everyone' ? paths.everyone : paths.feed}
        onFeedAgain={() => {
          scrollTo(0, 0)
          void refreshFeed(client, scope)
        }}
      />
      <Column withTabBar beside={<BesideFeed scope={scope} />}>
        <h1 className="sr-only">Feed</h1>
        <Feed scope={scope} empty={<Suggestions />} avatar={<ViewerAvatar />} />
      </Column>
    </>
  )
})

/** Suggestions load after a feed with signals; an empty feed shows them itself. Four fit below the card. */
function BesideFeed({ scope }: { scope: FeedScope }) {
  const { data, isError } = useFeed(scope)
  return (
    <>
      <ViewerCard />
      {(isError || data?.pages.some(({ items }) => items.length > 0)) && <Suggestions max={4} />}
    </>
  )
}

/** Only for creators whose payouts are set up. Anyone else is redirected to the missing step (spec section 2). */
function PortfolioTab() {
  const redirect = nextSetupPath(useViewer())
  useEffect(() => {
    if (redirect !== null) go(redirect, { replace: true })
  }, [redirect])
  if (redirect !== null) return null
  return (
    <>
      <MainTabBar tab="portfolio" />
      <Wide withTabBar>
        <OwnPortfolio />
      </Wide>
    </>
  )
}

/** Fetches the data in parallel with the code of the card. */
function OwnPortfolio() {
  return <PortfolioCard query={useOverview()} />
}

function ProfileTab() {
  return (
    <>
      <MainTabBar tab="profile" />
      <Column withTabBar beside={<Suggestions />}>
        <OwnProfile />
      </Column>
    </>
  )
}

/** Everyone's signals about one ticker. */
function TickerPage({ ticker }: { ticker: string }) {
  useTitleAndFocus(`$${ticker}`)
  return (
    <>
      <SkipLink />
      <TopHeader back search={<HeaderSearch />} />
      <MainTabBar />
      <Column withTabBar beside={<Suggestions />}>
        <TickerFeed ticker={ticker} />
      </Column>
    </>
  )
}
