// The three main tabs, at the bottom of the window. They come before the content in the document, because the Tab key would
// never reach them after an endless feed.
import { ChartLine, Rows3, UserRound } from 'lucide-react'
import { useRequestedPath } from '#web/lib/page-on-screen.tsx'
import { paths } from '#web/paths.ts'
import { TabBar } from '#web/ui/tab-bar.tsx'

export type Tab = 'feed' | 'portfolio' | 'profile'
export type MainTabBarProps = {
  /** Undefined on pages that belong to no tab, such as another person's profile. */
  tab?: Tab
  /** The address of the Feed tab, so that it keeps the selected scope. */
  feed?: string
  /** Called when the Feed tab is pressed while it is selected. */
  onFeedAgain?: () => void
}

export function MainTabBar({ tab, feed = paths.feed, onFeedAgain }: MainTabBarProps) {
  const requested = useRequestedPath()
  const isCurrent = (own: Tab, path: string) => (requested === undefined ? tab === own : requested === path)
  return (
    <TabBar
      items={[
        {
          href: feed,
          label: 'Feed',
          icon: Rows3,
          current: isCurrent('feed', paths.feed),
          onClick: onFeedAgain,
        },
        {
          href: paths.portfolio,
          label: 'Portfolio',
          icon: ChartLine,
          current: isCurrent('portfolio', paths.portfolio),
        },
        {
          href: paths.ownProfile,
          label: 'Profile',
          icon: UserRound,
          current: isCurrent('profile', paths.ownProfile),
        },
      ]}
    />
  )
}
