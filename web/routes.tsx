// The route table of spec section 2 for a signed-in person, row for row; any other address is "not found".
import type { ComponentType } from 'react'
import { TopHeader } from './features/users/top-header.tsx'
import { late, type NotLoaded } from './lib/late.tsx'
import { Main } from './screens/main.tsx'
import { Profile } from './screens/profile.tsx'
import { ErrorCard } from './ui/error-state.tsx'
import { LoadingView } from './ui/loading-view.tsx'
import { Column } from './ui/page.tsx'

const PLACES = {
  meanwhile: <LoadingView patient />,
  failed: (what: NotLoaded) => (
    <>
      <TopHeader back />
      <Column>
        <ErrorCard {...what} />
      </Column>
    </>
  ),
}
const CreatorSubscribe = late(() => import('./screens/creator-subscribe.tsx'), PLACES)
const CreatorOnboarding = late(() => import('./screens/creator-onboarding.tsx'), PLACES)
const OneSignal = late(() => import('./screens/one-signal.tsx'), PLACES)
const Subscribe = late(() => import('./screens/subscribe.tsx'), PLACES)
const Subscriptions = late(() => import('./screens/subscriptions.tsx'), PLACES)

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
