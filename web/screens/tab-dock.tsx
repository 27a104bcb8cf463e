// The three main tabs, at the bottom of the window. Written before the content: Tab must not have to cross a feed that has
// no end to reach them.
import { ChartLine, Rows3, UserRound } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { Dock } from '#web/ui/dock.tsx'

export type Tab = 'feed' | 'portfolio' | 'profile'
export type TabDockProps = {
  /** None on another person's profile. */
  tab?: Tab
  /** Where the Feed tab leads: back to the scope one is in. */
  feed?: string
  /** Pressing Feed while on it. */
  onFeedAgain?: () => void
}

export function TabDock({ tab, feed = paths.feed, onFeedAgain }: TabDockProps) {
  return (
    <Dock
      items={[
        { href: feed, label: 'Feed', icon: Rows3, current: tab === 'feed', onClick: onFeedAgain },
        { href: paths.portfolio, label: 'Portfolio', icon: ChartLine, current: tab === 'portfolio' },
        { href: paths.ownProfile, label: 'Profile', icon: UserRound, current: tab === 'profile' },
      ]}
    />
  )
}
