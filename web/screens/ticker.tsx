// One ticker: the feed of everybody, less what is not about it.
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { TickerFeed } from '#web/features/signals/feeds.tsx'
import { TopHeader } from '#web/features/users/top-header.tsx'
import { useArrival } from '#web/lib/arrival.ts'
import { Column, SkipLink } from '#web/ui/page.tsx'
import { TabDock } from './tab-dock.tsx'

export function Ticker({ ticker }: { ticker: string }) {
  useArrival(`$${ticker}`)
  return (
    <>
      <SkipLink />
      <TopHeader back />
      <TabDock />
      <Column dock beside={<Suggestions />}>
        <TickerFeed ticker={ticker} />
      </Column>
    </>
  )
}
