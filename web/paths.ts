// Every address of the product's pages.

export const paths = {
  feed: '/',
  everyone: '/?scope=everyone',
  ticker: (ticker: string) => `/?ticker=${encodeURIComponent(ticker)}`,
  portfolio: '/portfolio',
  ownProfile: '/profile',
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  signal: (id: string) => `/signal/${id}`,
  creatorSubscribe: '/creator-subscribe',
  creatorOnboarding: '/creator-onboarding',
  subscriptions: '/subscriptions',
  /** The same page, with one's subscription to this creator in view. */
  subscriptionTo: (creatorId: string) => `/subscriptions?creator=${encodeURIComponent(creatorId)}`,
  subscribe: (creatorId: string) => `/subscribe?creator=${encodeURIComponent(creatorId)}`,
  subscribeTo: (creatorId: string) => `/subscribe/creator/${encodeURIComponent(creatorId)}`,
  /** Starts signing in; a full page load (answer 12). */
  login: '/api/login',
} as const

/** Dialogs that have an address of their own: `?dialog=…` on the page they belong to. */
export const DIALOGS = [
  'signal',
  'edit-profile',
  'waitlist',
  'subscribe',
  'edit-price',
  'cancel-subscription',
  'cancel-plan',
  'import-portfolio',
  'delete-account',
  'connect-broker',
  'disconnect-broker',
  'delete-portfolio',
] as const
export type DialogName = (typeof DIALOGS)[number]
