// Every address of the product's pages.

/** The sections of the settings; each is a page. */
export type SettingsSection =
  | 'account'
  | 'display'
  | 'security'
  | 'notifications'
  | 'privacy'
  | 'billing'
  | 'connections'
  | 'data'

/** The sections of /admin; each is a page. */
export type AdminSection =
  | 'overview'
  | 'cases'
  | 'people'
  | 'waitlist'
  | 'payments'
  | 'jobs'
  | 'emails'
  | 'audit'

export const paths = {
  feed: '/',
  everyone: '/?scope=everyone',
  ticker: (ticker: string) => `/?ticker=${encodeURIComponent(ticker)}`,
  watchlist: '/watchlist',
  alerts: '/alerts',
  saved: '/saved',
  /** The three steps after registration. The last one is the feed. */
  firstRun: '/start',
  firstPeople: '/start?step=people',
  firstFeed: '/?welcome',
  portfolio: '/portfolio',
  ownProfile: '/profile',
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  followers: (username: string) => `/profile/${encodeURIComponent(username)}/followers`,
  following: (username: string) => `/profile/${encodeURIComponent(username)}/following`,
  /** Every position of a person. */
  record: (username: string) => `/profile/${encodeURIComponent(username)}/record`,
  /** Everything that a person published about a ticker in 12 months. */
  statements: (username: string, ticker: string) =>
    `/profile/${encodeURIComponent(username)}/statements?ticker=${encodeURIComponent(ticker)}`,
  signal: (id: string) => `/signal/${id}`,
  comments: (id: string) => `/signal/${id}#comments`,
  comment: (signalId: string, id: string) => `/signal/${signalId}?comment=${id}`,
  creatorSubscribe: '/creator-subscribe',
  creatorOnboarding: '/creator-onboarding',
  discover: '/discover',
  /** The public log of all signals. */
  log: '/log',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  help: '/help',
  /** How signals are scored. */
  method: '/method',
  /** Checks a signal against the log. */
  verify: '/verify',
  verifySignal: (id: string) => `/verify?signal=${id}`,
  /** For moderators and administrators. */
  admin: (section: AdminSection) => (section === 'overview' ? '/admin' : `/admin/${section}`),
  adminCase: (id: string) => `/admin/cases/${id}`,
  /** A decision about the viewer, by its id or by that of the signal. */
  appeal: (id: string) => `/appeal/${id}`,
  /** Our rules, and figures of what we decided. */
  rules: '/rules',
  transparency: '/transparency',
  /** Reports something without an account. */
  report: '/report',
  reportPicture: '/report?form=picture',
  /** Asks for another look at such a report. */
  secondLook: '/second-look',
  /** A creator's business. */
  studio: '/studio',
  subscriptions: '/subscriptions',
  settings: '/settings',
  settingsSection: (section: SettingsSection) => `/settings/${section}`,
  /** The same page, scrolled to the viewer's subscription to this creator. */
  subscriptionTo: (creatorId: string) => `/subscriptions?creator=${encodeURIComponent(creatorId)}`,
  subscribe: (creatorId: string) => `/subscribe?creator=${encodeURIComponent(creatorId)}`,
  subscribeTo: (creatorId: string) => `/subscribe/creator/${encodeURIComponent(creatorId)}`,
  resetPassword: '/reset-password',
  /** Verifies an email, or confirms the new one. */
  verifyEmail: '/verify-email',
  /** Undoes a change of email. */
  revertEmail: '/revert-email',
  /** Leaves the waitlist. */
  unsubscribe: '/unsubscribe',
  signIn: '/?auth=login',
  forgotPassword: '/?auth=forgot',
  /** The second step of signing in. */
  signInCode: '/?auth=code',
  /** The description of the API; the server answers it. */
  apiDocs: '/api/docs',
  /** Starts signing in; needs a full page load (spec answer 12). */
  login: '/api/login',
} as const

/** Dialogs with an address: `?dialog=…` on the page they belong to. */
export const DIALOGS = [
  'signal',
  'search',
  'withdraw-signal',
  'block',
  'mute',
  'edit-profile',
  'waitlist',
  'subscribe',
  'edit-price',
  'change-username',
  'change-password',
  'change-email',
  'set-up-authenticator',
  'turn-off-authenticator',
  'new-recovery-codes',
  'add-passkey',
  'remove-passkey',
  'withdraw',
  'ask-refund',
  'refund',
  'cancel-subscription',
  'cancel-plan',
  'import-portfolio',
  'report',
  'delete-account',
  'delete-user',
  'connect-broker',
  'disconnect-broker',
  'delete-portfolio',
] as const
export type DialogName = (typeof DIALOGS)[number]
