// The frame of every signed-in page: strip, navigation, header and footer. It stays in place while the page
// inside changes.
import { useQueryClient } from '@tanstack/react-query'
import {
  Bell,
  Bookmark,
  ChartLine,
  Compass,
  CreditCard,
  Plus,
  Rows3,
  Settings,
  Star,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { normalTicker } from '#shared/rules/tickers.ts'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { HeaderSearch } from '#web/features/search/header-search.tsx'
import { refreshFeed } from '#web/features/signals/feed-updates.ts'
import { TopHeader } from '#web/features/users/top-header.tsx'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { useRequestedPath } from '#web/lib/page-on-screen.tsx'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FooterLink } from '#web/ui/footer-link.tsx'
import { DocumentLinks } from './document-links.tsx'
import { HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { NavRail } from '#web/ui/nav-rail.tsx'
import { SkipLink } from '#web/ui/page.tsx'
import { AdminFooterLink, adminPlaces } from './admin-place.tsx'
import { DemoStrip } from './demo-strip.tsx'
import { LaterConsentNotice } from './later-consent-notice.tsx'
import { StudioFooterLink, studioPlaces } from './studio-place.tsx'

export type Tab = 'feed' | 'portfolio' | 'profile'

type Place = {
  /** Undefined on pages that belong to no tab, such as another person's profile. */
  tab?: Tab
  hasBack: boolean
  /** Whether phones show the tabs. False during payments and setups. */
  hasBar: boolean
  /** False during payments and setups, too. */
  hasSearch: boolean
}

const IN_RAIL = new Set('alerts discover settings studio admin'.split(' '))
const WITH_BACK = new Set(
  'signal watchlist saved appeal log method verify rules transparency report'.split(' '),
)

/** The shell around the screen of an address. `username` is the viewer's. */
function placeOf(path: string, search: string, username: string): Place {
  const [, first = '', second, third] = path.split('/')
  const onTab = (tab: Tab): Place => ({ tab, hasBack: false, hasBar: true, hasSearch: true })
  if (WITH_BACK.has(first)) return { hasBack: true, hasBar: true, hasSearch: true }
  if (IN_RAIL.has(first)) return { hasBack: false, hasBar: true, hasSearch: true }
  switch (first) {
    case '':
      if (normalTicker(new URLSearchParams(search).get('ticker') ?? '') === null) return onTab('feed')
      return { hasBack: true, hasBar: true, hasSearch: true }
    case 'portfolio':
      return onTab('portfolio')
    case 'profile':
      if (third === undefined && (!second || second.toLowerCase() === username.toLowerCase()))
        return onTab('profile')
      return { hasBack: true, hasBar: true, hasSearch: true }
    case 'subscriptions':
      return { hasBack: true, hasBar: false, hasSearch: true }
    case 'subscribe':
    case 'creator-subscribe':
    case 'creator-onboarding':
      return { hasBack: true, hasBar: false, hasSearch: false }
    default:
      return { hasBack: false, hasBar: false, hasSearch: false }
  }
}

export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const place = placeOf(path, useSearch(), useViewer().username)
  if (path === paths.firstRun)
    return (
      <>
        <SkipLink />
        <DemoStrip />
        {children}
      </>
    )
  return (
    <>
      <SkipLink />
      <DemoStrip />
      <LaterConsentNotice />
      <div className="shell">
        <div className="shell-rail">
          <MainNavigation path={path} {...place} />
          <Footer className="mt-auto px-3 max-xl:hidden" />
        </div>
        <div className="shell-main" data-bar={place.hasBar ? '' : undefined}>
          <TopHeader back={place.hasBack} search={place.hasSearch && <HeaderSearch />} />
          {children}
          <Footer className="page-foot xl:hidden" withPlaces />
        </div>
      </div>
    </>
  )
}

/** Before the content in the document, because the Tab key would never reach it after an endless feed. */
function MainNavigation({ path: shownPath, tab, hasBar }: Place & { path: string }) {
  // A pressed item is marked at once, while its page still renders.
  const requested = useRequestedPath()
  const path = requested ?? shownPath
  const isCurrent = (own: Tab, itsPath: string) => (requested === undefined ? tab === own : path === itsPath)
  const client = useQueryClient()
  const signalDialog = useDialogHref('signal')
  const viewer = useViewer()
  const setupPath = nextSetupPath(viewer)
  const scope = new URLSearchParams(useSearch()).get('scope') === 'everyone' ? 'everyone' : 'following'
  const feed = {
    // Keeps the selected scope.
    href: tab === 'feed' && scope === 'everyone' ? paths.everyone : paths.feed,
    onClick() {
      if (tab !== 'feed') return
      scrollTo(0, 0)
      void refreshFeed(client, scope)
    },
  }
  return (
    <NavRail
      hasBar={hasBar}
      logo={
        <HeaderLink href={paths.feed} className="xl:justify-items-start">
          <Logo wordClassName="max-xl:hidden" />
        </HeaderLink>
      }
      tabs={[
        { ...feed, label: 'Feed', icon: Rows3, current: isCurrent('feed', paths.feed) },
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
      places={[
        { href: paths.discover, label: 'Discover', icon: Compass, current: path === paths.discover },
        { href: paths.watchlist, label: 'Watchlist', icon: Star, current: path === paths.watchlist },
        {
          href: paths.alerts,
          label: 'Alerts',
          icon: Bell,
          current: path === paths.alerts,
          count: viewer.alerts.unseen,
        },
        { href: paths.saved, label: 'Saved', icon: Bookmark, current: path === paths.saved },
        ...studioPlaces(viewer, path),
        {
          href: paths.subscriptions,
          label: 'Subscriptions',
          icon: CreditCard,
          current: path === paths.subscriptions,
        },
        {
          href: paths.settings,
          label: 'Settings',
          icon: Settings,
          current: path.startsWith(paths.settings),
        },
        ...adminPlaces(viewer, path),
      ]}
      action={
        viewer.isCreator ? (
          <Button asChild icon={Plus} className="max-xl:px-0">
            <a href={setupPath ?? signalDialog} aria-label="New signal">
              <span className="max-xl:hidden">New signal</span>
            </a>
          </Button>
        ) : (
          <Button asChild icon={Compass} className="max-xl:px-0">
            <a href={paths.discover} aria-label="Find people">
              <span className="max-xl:hidden">Find people</span>
            </a>
          </Button>
        )
      }
    />
  )
}

type FooterProps = {
  className: string
  /** Adds the places of the rail, for phones. */
  withPlaces?: boolean
}

/** The other places; on wide screens at the end of the rail, because a feed has no end. */
function Footer({ className, withPlaces }: FooterProps) {
  const { isCreator } = useViewer()
  return (
    <footer className={className}>
      <ul className="flex flex-wrap gap-x-5">
        {withPlaces && (
          <>
            <FooterLink href={paths.discover} isInRail>
              Discover
            </FooterLink>
            <FooterLink href={paths.watchlist} isInRail>
              Watchlist
            </FooterLink>
            <FooterLink href={paths.saved} isInRail>
              Saved signals
            </FooterLink>
            <StudioFooterLink />
            <FooterLink href={paths.subscriptions} isInRail>
              Subscriptions
            </FooterLink>
            <FooterLink href={paths.settings} isInRail>
              Settings
            </FooterLink>
            <AdminFooterLink />
          </>
        )}
        {isCreator ? (
          <FooterLink href={paths.creatorOnboarding}>Creator setup</FooterLink>
        ) : (
          <FooterLink href={paths.creatorSubscribe}>Creator Mode</FooterLink>
        )}
        <FooterLink href={paths.log}>Public log</FooterLink>
        <FooterLink href={paths.method}>How scoring works</FooterLink>
        <FooterLink href={paths.rules}>Rules</FooterLink>
        <FooterLink href={paths.apiDocs} isApiDocs>
          API
        </FooterLink>
        <DocumentLinks />
      </ul>
    </footer>
  )
}
