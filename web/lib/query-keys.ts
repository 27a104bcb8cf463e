// The names under which server data is kept, so that one feature can refresh what another one shows.
import type { FeedScope } from '#shared/contracts/signals.ts'

export const keys = {
  feeds: ['feed'],
  feed: (scope: FeedScope) => ['feed', scope],
  /** The newest page of each feed, from which it is known what the feed lacks. */
  newestPages: ['newest'],
  newest: (scope: FeedScope) => ['newest', scope],
  /** Lists of signals that are read again as a whole: a person's, a ticker's. */
  signals: ['signals'],
  signal: (id: string) => ['signals', 'id', id],
  signalsOf: (userId: string) => ['signals', 'user', userId],
  signalsAbout: (ticker: string) => ['signals', 'ticker', ticker],
  users: ['users'],
  /** One person, in whatever case of letters the address has the name (answer 15). */
  user: (username: string) => ['users', username.toLowerCase()],
  userById: (id: string) => ['users', 'id', id],
  follow: (userId: string) => ['follows', 'status', userId],
  suggestions: ['follows', 'suggestions'],
  subscriptions: ['subscriptions'],
  subscriptionStatus: (creatorId: string) => ['subscriptions', 'status', creatorId],
  /** What a month with a creator costs. */
  offer: (creatorId: string) => ['subscriptions', 'offer', creatorId],
  /** The subscriptions this person holds. */
  heldBy: (userId: string) => ['subscriptions', 'subscriber', userId],
  /** The subscriptions to this creator. */
  toCreator: (userId: string) => ['subscriptions', 'creator', userId],
  /** One visit of a checkout: what it began with, and whether the server knows of the payment. */
  checkout: (name: string, visit: number, step: 'begin' | 'check' | 'left') => [
    'checkouts',
    name,
    visit,
    step,
  ],
  /** The payment one came back with from the bank's page. */
  returnedPayment: (clientSecret: string | null) => ['checkouts', 'returned', clientSecret],
  creators: ['creators'],
  plan: ['creators', 'plan'],
  payouts: ['creators', 'payouts'],
  revenue: ['creators', 'revenue'],
  portfolio: ['portfolio'],
  portfolioOverview: ['portfolio', 'overview'],
  /** What others see of somebody's portfolio. */
  portfolioOf: (userId: string) => ['portfolio', 'of', userId],
  /** The first rows of a stored file as they would be read; apart from the portfolio, which they are no part of. */
  triedColumns: (fileId: string, mapping: unknown) => ['tried-columns', fileId, mapping],
  /** What came of going to a provider's page; apart from the portfolio, with which it would be asked again. */
  connectionReturn: (visit: number) => ['connection-return', visit],
  config: ['config'],
} as const
