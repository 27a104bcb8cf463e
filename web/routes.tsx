// The route table of spec section 2 for a signed-in person, row for row; any other address is "not found".
import { type ComponentType, lazy } from 'react'
import { Main } from './screens/main.tsx'
import { Profile } from './screens/profile.tsx'

const CreatorSubscribe = lazy(() => import('./screens/creator-subscribe.tsx'))
const CreatorOnboarding = lazy(() => import('./screens/creator-onboarding.tsx'))
const Subscribe = lazy(() => import('./screens/subscribe.tsx'))
const Subscriptions = lazy(() => import('./screens/subscriptions.tsx'))

export const routes: { path: string; Screen: ComponentType }[] = [
  { path: '/', Screen: () => <Main tab="feed" /> },
  { path: '/portfolio', Screen: () => <Main tab="portfolio" /> },
  { path: '/profile/:username?', Screen: Profile },
  { path: '/subscribe', Screen: Subscribe },
  { path: '/subscribe/creator/:creatorId', Screen: Subscribe },
  { path: '/creator-subscribe', Screen: CreatorSubscribe },
  { path: '/creator-onboarding', Screen: CreatorOnboarding },
  { path: '/subscriptions', Screen: Subscriptions },
]
