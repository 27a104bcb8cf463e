// The routes of a signed-in person, as in the table of spec section 2; any other address is "not found".
import type { ComponentType } from 'react'
import { lazyScreen } from './screens/lazy-screen.tsx'
import { Main } from './screens/main.tsx'
import { Profile } from './screens/profile.tsx'

const Admin = lazyScreen(() => import('./screens/admin.tsx'))
const Alerts = lazyScreen(() => import('./screens/alerts.tsx'))
const Appeal = lazyScreen(() => import('./screens/appeal.tsx'))
const CreatorSubscribe = lazyScreen(() => import('./screens/creator-subscribe.tsx'))
const CreatorOnboarding = lazyScreen(() => import('./screens/creator-onboarding.tsx'))
const FirstRun = lazyScreen(() => import('./screens/first-run.tsx'))
const FollowList = lazyScreen(() => import('./screens/follow-list.tsx'))
const OneSignal = lazyScreen(() => import('./screens/one-signal.tsx'))
const OpenPages = lazyScreen(() => import('./screens/open-pages.tsx'))
const ReportForm = lazyScreen(() => import('./screens/report-form.tsx'))
const Saved = lazyScreen(() => import('./screens/saved.tsx'))
const Settings = lazyScreen(() => import('./screens/settings/settings.tsx'))
const Studio = lazyScreen(() => import('./screens/studio.tsx'))
const Statements = lazyScreen(() => import('./screens/statements.tsx'))
const Subscribe = lazyScreen(() => import('./screens/subscribe.tsx'))
const Subscriptions = lazyScreen(() => import('./screens/subscriptions.tsx'))
const TrackRecord = lazyScreen(() => import('./screens/track-record.tsx'))
const Watchlist = lazyScreen(() => import('./screens/watchlist.tsx'))

export const routes: { path: string; Screen: ComponentType }[] = [
  { path: '/', Screen: () => <Main tab="feed" /> },
  { path: '/portfolio', Screen: () => <Main tab="portfolio" /> },
  { path: '/profile/:username?', Screen: Profile },
  // Not in the specification (docs/spec-answers.md): a person's followers and whom they follow, one signal,
  // for sharing, the watch list, alerts, saved signals, the first run, the board, a person's track record, the public log, how signals are scored,
  // and the check of a signal.
  { path: '/profile/:username/record', Screen: TrackRecord },
  { path: '/profile/:username/statements', Screen: Statements },
  { path: '/profile/:username/:list', Screen: FollowList },
  { path: '/signal/:id', Screen: OneSignal },
  { path: '/watchlist', Screen: Watchlist },
  { path: '/alerts', Screen: Alerts },
  { path: '/saved', Screen: Saved },
  { path: '/appeal/:id', Screen: Appeal },
  { path: '/admin/:section?/:id?', Screen: Admin },
  { path: '/start', Screen: FirstRun },
  { path: '/discover', Screen: OpenPages },
  { path: '/log', Screen: OpenPages },
  { path: '/method', Screen: OpenPages },
  { path: '/verify', Screen: OpenPages },
  { path: '/rules', Screen: OpenPages },
  { path: '/transparency', Screen: OpenPages },
  { path: '/report', Screen: ReportForm },
  { path: '/subscribe', Screen: Subscribe },
  { path: '/subscribe/creator/:creatorId', Screen: Subscribe },
  { path: '/creator-subscribe', Screen: CreatorSubscribe },
  { path: '/creator-onboarding', Screen: CreatorOnboarding },
  { path: '/subscriptions', Screen: Subscriptions },
  // Not in the specification either.
  { path: '/studio', Screen: Studio },
  { path: '/settings/:section?', Screen: Settings },
]
