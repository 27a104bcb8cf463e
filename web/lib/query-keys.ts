// The cache keys of server data, in one place so that a feature can invalidate what another one shows.
import type { FeedScope } from '#shared/contracts/signals.ts'

export const queryKeys = {
  feeds: ['feed'],
  feed: (scope: FeedScope) => ['feed', scope],
  /** The newest page of each feed, which shows how many signals the feed on screen lacks. */
  newestPages: ['newest'],
  newest: (scope: FeedScope) => ['newest', scope],
  /** The last reply with the newest page. Nothing refetches it (web/features/signals/load-pages.ts). */
  newestReply: (scope: FeedScope) => ['newest reply', scope],
  /** Lists of signals that are refetched as a whole: a person's, a ticker's. */
  signals: ['signals'],
  signal: (id: string) => ['signals', 'id', id],
  signalsOf: (userId: string) => ['signals', 'user', userId],
  signalsOfAbout: (userId: string, ticker: string) => ['signals', 'user', userId, ticker],
  signalsAbout: (ticker: string) => ['signals', 'ticker', ticker],
  /** Threads. Loaded only by a page that shows one. */
  comments: ['comments'],
  thread: (signalId: string) => ['comments', signalId],
  commentVersions: (id: string) => ['comments', 'versions', id],
  /** What a draft would count as, by its query. */
  signalPreview: (query: string) => ['signal-preview', query],
  signalPreviews: ['signal-preview'],
  searches: ['search'],
  /** People and tickers that match a text. */
  search: (text: string) => ['search', text],
  tickerSearch: (text: string) => ['search', 'tickers', text],
  mostCalled: ['most-called'],
  /** The prices of a ticker over a period, or since an instant. */
  prices: (ticker: string, span: string) => ['prices', ticker, span],
  /** The number of signals about a ticker, by person. */
  calls: (ticker: string, period: string) => ['signals', 'calls', ticker, period],
  log: ['log'],
  logKey: ['log-key'],
  methodHash: (method: number) => ['method-hash', method],
  /** A check of a signal against the log. */
  verification: (signalId: string) => ['verification', signalId],
  /**
   * The outcome of a signal, short and with every day. Not below `signals`, which are refetched as a whole.
   */
  outcomes: ['outcomes'],
  outcome: (signalId: string) => ['outcomes', signalId],
  score: (signalId: string) => ['outcomes', signalId, 'days'],
  consents: ['consents'],
  watchlist: ['watchlist'],
  /** A change of the watch list that the server hasn't confirmed yet. */
  watch: (ticker: string) => ['watchlist', 'watch', ticker],
  users: ['users'],
  /** One person. The name in the address ignores case (spec answer 15). */
  user: (username: string) => ['users', username.toLowerCase()],
  userById: (id: string) => ['users', 'id', id],
  follow: (userId: string) => ['follows', 'status', userId],
  suggestions: ['follows', 'suggestions'],
  followLists: ['follows', 'list'],
  followList: (list: 'followers' | 'following', userId: string) => ['follows', 'list', list, userId],
  subscriptions: ['subscriptions'],
  subscriptionStatus: (creatorId: string) => ['subscriptions', 'status', creatorId],
  offeredCard: (secret: string | null) => ['offered-card', secret],
  savedCard: ['subscriptions', 'card'],
  billingAddress: ['billing-address'],
  /** The viewer's payments and refunds. */
  billingHistory: ['subscriptions', 'history'],
  refundTerms: (subscriptionId: string) => ['subscriptions', 'refund', subscriptionId],
  /** Requests for a refund to this creator. */
  refundRequests: ['subscriptions', 'refund-requests'],
  /** A creator's monthly price. */
  offer: (creatorId: string) => ['subscriptions', 'offer', creatorId],
  /** This person's own subscriptions. */
  heldBy: (userId: string) => ['subscriptions', 'subscriber', userId],
  /** The subscriptions of this creator's subscribers. */
  toCreator: (userId: string) => ['subscriptions', 'creator', userId],
  /** One visit to a checkout: the payment it started with, and whether the server knows it was paid. */
  checkout: (name: string, visit: number, step: 'begin' | 'check' | 'left' | 'card') => [
    'checkouts',
    name,
    visit,
    step,
  ],
  /** The payment in the address after the bank's confirmation page. */
  returnedPayment: (clientSecret: string | null) => ['checkouts', 'returned', clientSecret],
  creators: ['creators'],
  plan: ['creators', 'plan'],
  payouts: ['creators', 'payouts'],
  payoutCountry: ['creators', 'payout-country'],
  revenue: ['creators', 'revenue'],
  portfolio: ['portfolio'],
  portfolioOverview: ['portfolio', 'overview'],
  /** A person's portfolio as others see it. */
  portfolioOf: (userId: string) => ['portfolio', 'of', userId],
  /**
   * The first rows of a stored file, read with a column mapping. Not below `portfolio`, as nothing is
   * imported yet.
   */
  triedColumns: (fileId: string, mapping: unknown) => ['tried-columns', fileId, mapping],
  /**
   * The result of a visit to a provider's page. Not below `portfolio`, as it must not be refetched with it.
   */
  connectionReturn: (visit: number) => ['connection-return', visit],
  /** The people, tickers and words that the viewer blocked or muted. */
  blocks: ['blocks'],
  ownReports: ['own-reports'],
  decisions: ['decisions'],
  alerts: ['alerts'],
  alertList: (filter: string) => ['alerts', filter],
  bell: (authorId: string) => ['bells', authorId],
  alertSettings: ['alert-settings'],
  pushKey: ['push', 'key'],
  pushDevices: ['push', 'devices'],
  delivery: (signalId: string) => ['delivery', signalId],
  bookmarks: ['bookmarks'],
  /** The person that a dialog is about, and what a block would do to a payment. */
  blockCost: (userId: string) => ['blocks', 'cost', userId],
  mutes: ['mutes'],
  transparency: ['transparency'],
  admin: ['admin'],
  adminPart: (...part: string[]) => ['admin', ...part],
  /** The board, newcomers and records. */
  boards: ['record'],
  sessions: ['sessions'],
  dataExport: ['data-export'],
  /** Authenticator app, recovery codes and passkeys. */
  factors: ['factors'],
  /** A visit to the dialog that sets up an authenticator app. */
  authenticatorSetup: (visit: string) => ['authenticator-setup', visit],
  config: ['config'],
} as const
