// The route table of spec section 2 for a signed-in person, row for row; any other address is "not found".
import type { ComponentType } from 'react'
import { late } from './lib/late.tsx'
import { Main } from './screens/main.tsx'
import { Profile } from './screens/profile.tsx'
import { LoadingView } from './ui/loading-view.tsx'

const CreatorSubscribe = late(() => import('./screens/creator-subscribe.tsx'), <LoadingView patient />)
const CreatorOnboarding = late(() => import('./screens/creator-onboarding.tsx'), <LoadingView patient />)
const OneSignal = late(() => import('./screens/one-signal.tsx'), <LoadingView patient />)
const Subscribe = late(() => import('./screens/subscribe.tsx'), <LoadingView patient />)
const Subscriptions = late(() => import('./screens/subscriptions.tsx'), <LoadingView patient />)

export const routes: { path: string; Screen: ComponentType }[] = [
  { path: '/', Screen: () => <Main tab="feed" /> },
  { path: '/portfolio', Screen: () => <Main tab="portfolio" /> },
  { path: '/profile/:username?', Screen: Profile },
  // Not in the specification: where a link to one signal leads (docs/spec-answers.md).
  { path: '/signal/:id', Screen: OneSignal },
  { path: '/subscribe', Screen: Subscribe },
  { path: '/subscribe/creator/:creatorId', Screen: Subscribe },
  { path: '/creator-subscribe', Screen: CreatorSubscribe },
  { path: '/creator-onboarding', Screen: CreatorOnboarding },
  { path: '/subscriptions', Screen: Subscriptions },
]
