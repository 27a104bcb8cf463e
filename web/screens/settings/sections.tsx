// The sections of the settings, in their order. Each is a page; one without content isn't listed.
import { Bell, CreditCard, Download, EyeOff, Link2, Shield, SunMoon, UserRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import type { SettingsSection } from '#web/paths.ts'
import { CardList } from '#web/ui/card.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import type { Icon } from '#web/ui/icon.ts'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'

const lazySection = (importSection: () => Promise<{ default: ComponentType }>) =>
  lazyWithPrefetch(importSection, {
    fallback: (
      <CardList>
        <Loading label="Loading these settings">
          <RowSkeletons />
        </Loading>
      </CardList>
    ),
    errorFallback: ErrorCard,
  })

type Section = {
  name: SettingsSection
  title: string
  /** Its content in a few words. */
  about: string
  icon: Icon
  Section: ReturnType<typeof lazySection>
}

export const SECTIONS: readonly Section[] = [
  {
    name: 'account',
    title: 'Account',
    about: 'Name, email, password',
    icon: UserRound,
    Section: lazySection(() => import('./account.tsx')),
  },
  {
    name: 'security',
    title: 'Security',
    about: 'Passkeys, codes, sessions',
    icon: Shield,
    Section: lazySection(() => import('./security.tsx')),
  },
  {
    name: 'notifications',
    title: 'Notifications',
    about: 'Alerts, emails, quiet hours',
    icon: Bell,
    Section: lazySection(() => import('./notifications.tsx')),
  },
  {
    name: 'privacy',
    title: 'Privacy and safety',
    about: 'Who sees you, blocked and muted',
    icon: EyeOff,
    Section: lazySection(() => import('./privacy.tsx')),
  },
  {
    name: 'display',
    title: 'Display',
    about: 'Theme, keys',
    icon: SunMoon,
    Section: lazySection(() => import('./display.tsx')),
  },
  {
    name: 'billing',
    title: 'Billing',
    about: 'Subscriptions and cards',
    icon: CreditCard,
    Section: lazySection(() => import('./billing.tsx')),
  },
  {
    name: 'connections',
    title: 'Connections',
    about: 'Feeds, embeds, badge',
    icon: Link2,
    Section: lazySection(() => import('./connections.tsx')),
  },
  {
    name: 'data',
    title: 'Your data',
    about: 'Copy and delete',
    icon: Download,
    Section: lazySection(() => import('./your-data.tsx')),
  },
]
