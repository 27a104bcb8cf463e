// The routes of a signed-in person, as in the table of spec section 2; any other address is "not found".
import type { ComponentType } from 'react'
import { lazyWithPrefetch, type LoadErrorProps } from './lib/lazy-with-prefetch.tsx'
import { Main } from './screens/main.tsx'
import { Profile } from './screens/profile.tsx'
import { ErrorCard } from './ui/error-state.tsx'
import { LoadingView } from './ui/loading-view.tsx'
import { Column } from './ui/page.tsx'

const FALLBACKS = {
  fallback: <LoadingView delayed inPage />,
  errorFallback: (props: LoadErrorProps) => (
    <Column>
      <ErrorCard {...props} />
    </Column>
  ),
}
const CreatorSubscribe = lazyWithPrefetch(() => import('./screens/creator-subscribe.tsx'), FALLBACKS)
const CreatorOnboarding = lazyWithPrefetch(() => import('./screens/creator-onboarding.tsx'), FALLBACKS)
const FollowList = lazyWithPrefetch(() => import('./screens/follow-list.tsx'), FALLBACKS)
const OneSignal = lazyWithPrefetch(() => import('./screens/one-signal.tsx'), FALLBACKS)
const Settings = lazyWithPrefetch(() => import('./screens/settings.tsx'), FALLBACKS)
const Subscribe = lazyWithPrefetch(() => import('./screens/subscribe.tsx'), FALLBACKS)
const Subscriptions = lazyWithPrefetch(() => import('./screens/subscriptions.tsx'), FALLBACKS)

export const routes: { path: string; Screen: ComponentType }[] = [
  { path: '/', Screen: () => <Main tab="feed" /> },
  { path: '/portfolio', Screen: () => <Main tab="portfolio" /> },
  { path: '/profile/:username?', Screen: Profile },
  // Not in the specification (docs/spec-answers.md): a person's followers and whom they follow, and one signal, for sharing.
  { path: '/profile/:username/:list', Screen: FollowList },
  { path: '/signal/:id', Screen: OneSignal },
  { path: '/subscribe', Screen: Subscribe },
  { path: '/subscribe/creator/:creatorId', Screen: Subscribe },
  { path: '/creator-subscribe', Screen: CreatorSubscribe },
  { path: '/creator-onboarding', Screen: CreatorOnboarding },
  { path: '/subscriptions', Screen: Subscriptions },
  // Not in the specification either.
  { path: '/settings', Screen: Settings },
]
