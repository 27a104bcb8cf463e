// Every call that reads, filled in for one person, and what a page of it may show.
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** The person whom the calls read about, with one of their signals and its ticker. */
export type Subject = { id: string; username: string; signalId: string; ticker: string }

/** The leak, known from other products, that a row guards against (docs/decisions/0058-blocks-hide-both-ways.md). */
type Leak =
  | 'lists'
  | 'search'
  | 'mention'
  | 'ticker'
  | 'discover'
  | 'stands already'
  | 'quotes'
  | 'how it fails'

/** `about`: one person, so the reply for a hidden person is the one for an unknown person. `list`: several people. */
type Read = { leak: Leak; kind: 'about' | 'list'; path: (subject: Subject) => string }

const about = (leak: Leak, path: Read['path']): Read => ({ leak, kind: 'about', path })
const list = (leak: Leak, path: Read['path']): Read => ({ leak, kind: 'list', path })

export const READS: Record<string, Read[]> = {
  '/api/users': [
    list('search', () => '/api/users'),
    list('search', ({ username }) => `/api/users?query=${username}`),
    list('search', ({ username }) => `/api/users?query=${username.slice(0, 2)}`),
    list('search', () => '/api/users?limit=1'),
  ],
  '/api/users/:username': [
    about('how it fails', ({ username }) => `/api/users/${username}`),
    about('how it fails', ({ username }) => `/api/users/${username.toUpperCase()}`),
  ],
  '/api/users/id/:id': [about('how it fails', ({ id }) => `/api/users/id/${id}`)],
  '/api/follows/status/:id': [about('how it fails', ({ id }) => `/api/follows/status/${id}`)],
  '/api/follows/followers/:id': [about('lists', ({ id }) => `/api/follows/followers/${id}`)],
  '/api/follows/following/:id': [about('lists', ({ id }) => `/api/follows/following/${id}`)],
  '/api/follows/suggestions': [list('discover', () => '/api/follows/suggestions')],
  '/api/signals/feed': [
    list('stands already', () => '/api/signals/feed'),
    list('stands already', () => '/api/signals/feed?scope=everyone'),
    list('ticker', ({ ticker }) => `/api/signals/feed?ticker=${ticker}`),
  ],
  '/api/signals/user/:id': [
    about('quotes', ({ id }) => `/api/signals/user/${id}`),
    about('ticker', ({ id, ticker }) => `/api/signals/user/${id}?ticker=${ticker}`),
  ],
  '/api/signals/:id': [about('mention', ({ signalId }) => `/api/signals/${signalId}`)],
  '/api/signals/:id/delivery': [about('how it fails', ({ signalId }) => `/api/signals/${signalId}/delivery`)],
  '/api/signals/:id/opening': [about('quotes', ({ signalId }) => `/api/signals/${signalId}/opening`)],
  '/api/signals/:id/comments': [
    about('quotes', ({ signalId }) => `/api/signals/${signalId}/comments`),
    about('quotes', ({ signalId }) => `/api/signals/${signalId}/comments?around=${signalId}`),
  ],
  '/api/comments/:id/versions': [about('quotes', ({ signalId }) => `/api/comments/${signalId}/versions`)],
  '/api/record/outcomes': [list('quotes', ({ signalId }) => `/api/record/outcomes?ids=${signalId}`)],
  '/api/record/signals/:id': [about('quotes', ({ signalId }) => `/api/record/signals/${signalId}`)],
  '/api/record/signals/:id/by-method': [
    about('quotes', ({ signalId }) => `/api/record/signals/${signalId}/by-method?method=2`),
  ],
  '/api/record/people/:username': [about('discover', ({ username }) => `/api/record/people/${username}`)],
  '/api/record/people/:username/days': [
    about('discover', ({ username }) => `/api/record/people/${username}/days`),
  ],
  '/api/record/people/:username/signals': [
    about('discover', ({ username }) => `/api/record/people/${username}/signals`),
  ],
  '/api/record/people/:username/about/:ticker': [
    about('ticker', ({ username, ticker }) => `/api/record/people/${username}/about/${ticker}`),
    about(
      'ticker',
      ({ username, ticker }) => `/api/record/people/${username}/about/${ticker}/statements.csv`,
    ),
  ],
  '/api/record/board': [list('discover', () => '/api/record/board')],
  '/api/record/newcomers': [list('discover', () => '/api/record/newcomers')],
  '/api/tickers/:ticker/calls': [list('ticker', ({ ticker }) => `/api/tickers/${ticker}/calls`)],
  '/api/portfolio/of/:id': [about('how it fails', ({ id }) => `/api/portfolio/of/${id}`)],
  '/api/subscriptions/status/:id': [about('how it fails', ({ id }) => `/api/subscriptions/status/${id}`)],
  '/api/subscriptions/offer/:id': [about('how it fails', ({ id }) => `/api/subscriptions/offer/${id}`)],
  '/api/alerts': [
    list('stands already', () => '/api/alerts'),
    list('mention', () => '/api/alerts?filter=mentions'),
    list('lists', () => '/api/alerts?filter=people'),
  ],
  '/api/bookmarks': [list('stands already', () => '/api/bookmarks')],
  '/api/bells/:authorId': [about('how it fails', ({ id }) => `/api/bells/${id}`)],
  '/api/alert-settings': [list('lists', () => '/api/alert-settings')],
  '/api/blocks/:id/cost': [about('how it fails', ({ id }) => `/api/blocks/${id}/cost`)],
}

/** Calls that read one's own data, the server's state or prices, and name nobody else. */
export const OWN_READS = [
  '/api/user',
  '/api/sessions',
  '/api/factors',
  '/api/data-export',
  '/api/blocks',
  '/api/consents',
  '/api/mutes',
  '/api/reports',
  '/api/decisions',
  '/api/decisions/:id',
  '/api/watchlist',
  '/api/portfolio',
  '/api/portfolio/overview',
  '/api/portfolio/import-files/:id',
  '/api/creator-status',
  '/api/creator-subscription',
  '/api/creator/revenue',
  '/api/stripe/connect/account-status',
  '/api/creator/payout-country',
  // The other side of one's own payments; blocks-and-money.test.ts has them.
  '/api/subscriptions/creator/:id',
  '/api/subscriptions/subscriber/:id',
  '/api/billing/card',
  '/api/billing/address',
  '/api/billing/history',
  '/api/refund-requests',
  '/api/stripe/connect/balance',
  '/api/studio',
  '/api/studio/subscribers',
  '/api/subscriptions/:id/refund',
  '/api/push/key',
  '/api/push-devices',
  '/api/config',
  '/api/health',
  '/api/ready',
  '/api/record/log',
  '/api/tickers',
  // Counts over everybody.
  '/api/tickers/most-called',
  '/api/signals/preview',
  '/api/tickers/:ticker/prices',
  // Refused to everybody but moderators, who see through blocks (test/http/access-table.ts).
  // Figures that name nobody.
  '/api/transparency',
  '/api/admin/cases',
  '/api/admin/cases/:id',
  '/api/admin/overview',
  '/api/admin/waitlist',
  '/api/admin/payments',
  '/api/admin/refund-requests',
  '/api/admin/jobs',
  '/api/admin/emails',
  '/api/admin/audit',
]

export const contractReads = Object.values(contract)
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path)

/** Open to visitors, so that a block hides nothing there. */
export const PUBLIC_PATHS = ({ username, signalId }: Subject) => [
  `/share/profile/${username}.png`,
  `/share/signal/${signalId}.png`,
  `/profile/${username}`,
  `/signal/${signalId}`,
]
