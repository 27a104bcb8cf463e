// The main screen with its three tabs: the feed, the own portfolio, the own profile.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { PortfolioSkeleton } from '#web/features/portfolio/portfolio-skeleton.tsx'
import { useOverview } from '#web/features/portfolio/queries.ts'
import { Feed } from '#web/features/signals/feeds.tsx'
import { refreshFeed } from '#web/features/signals/feed-updates.ts'
import { useFeed } from '#web/features/signals/queries.ts'
import { ViewerAvatar, ViewerCard } from '#web/features/users/viewer.tsx'
import { TopHeader } from '#web/features/users/top-header.tsx'
import type { FeedScope } from '#shared/contracts/signals.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { useArrival } from '#web/lib/arrival.ts'
import { late } from '#web/lib/late.tsx'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { Column, SkipLink, Wide } from '#web/ui/page.tsx'
import { OwnProfile } from './own-profile.tsx'
import { Ticker } from './ticker.tsx'
import { type Tab, TabDock } from './tab-dock.tsx'

// Its pictures are heavier than all of the feed.
const PortfolioCard = late(() => import('#web/features/portfolio/portfolio-card.tsx'), {
  meanwhile: <PortfolioSkeleton />,
  failed: ErrorCard,
})

const TITLE: Record<Tab, string> = { feed: 'Feed', portfolio: 'My Portfolio', profile: 'Your profile' }

/** The feed's address may name a ticker, which is a page of its own in all but the route (spec section 2 names them all). */
export function Main({ tab }: { tab: Tab }) {
  const ticker = normalTicker(new URLSearchParams(useSearch()).get('ticker') ?? '')
  if (tab === 'feed' && ticker !== null) return <Ticker key={ticker} ticker={ticker} />
  return <Tabs tab={tab} />
}

function Tabs({ tab }: { tab: Tab }) {
  useArrival(TITLE[tab])
  return (
    <>
      <SkipLink />
      <TopHeader />
      {tab === 'feed' && <FeedTab />}
      {tab === 'portfolio' && <PortfolioTab />}
      {tab === 'profile' && <ProfileTab />}
    </>
  )
}

function FeedTab() {
  const scope = new URLSearchParams(useSearch()).get('scope') === 'everyone' ? 'everyone' : 'following'
  const client = useQueryClient()
  return (
    <>
      <TabDock
        tab="feed"
        feed={scope === 'everyone' ? paths.everyone : paths.feed}
        onFeedAgain={() => {
          scrollTo(0, 0)
          void refreshFeed(client, scope)
        }}
      />
      <Column dock beside={<BesideFeed scope={scope} />}>
        <h1 className="sr-only">Feed</h1>
        <Feed scope={scope} empty={<Suggestions />} avatar={<ViewerAvatar />} />
      </Column>
    </>
  )
}

/** People to follow wait for the feed, which comes first; an empty feed shows them itself. Four fit below the card. */
function BesideFeed({ scope }: { scope: FeedScope }) {
  const { data, isError } = useFeed(scope)
  return (
    <>
      <ViewerCard />
      {(isError || data?.pages.some(({ items }) => items.length > 0)) && <Suggestions max={4} />}
    </>
  )
}

/** Only for creators who can be paid; anyone else is led to what is missing (spec section 2). */
function PortfolioTab() {
  const way = nextSetupPath(useViewer())
  useEffect(() => {
    if (way !== null) go(way, { replace: true })
  }, [way])
  if (way !== null) return null
  return (
    <>
      <TabDock tab="portfolio" />
      <Wide dock>
        <OwnPortfolio />
      </Wide>
    </>
  )
}

/** Its data is asked for at once, not only when what draws it is here. */
function OwnPortfolio() {
  return <PortfolioCard query={useOverview()} />
}

function ProfileTab() {
  return (
    <>
      <TabDock tab="profile" />
      <Column dock beside={<Suggestions />}>
        <OwnProfile />
      </Column>
    </>
  )
}
