// The names under which server data is kept, so that one feature can refresh what another one shows.
import type { FeedScope } from '#shared/contracts/signals.ts'

export const keys = {
  signals: ['signals'],
  feeds: ['signals', 'feed'],
  feed: (scope: FeedScope) => ['signals', 'feed', scope],
  signalsOf: (userId: string) => ['signals', 'user', userId],
  users: ['users'],
  /** One person, in whatever case of letters the address has the name (answer 15). */
  user: (username: string) => ['users', username.toLowerCase()],
  follow: (userId: string) => ['follows', 'status', userId],
  suggestions: ['follows', 'suggestions'],
  subscriptionStatus: (creatorId: string) => ['subscriptions', 'status', creatorId],
  portfolio: ['portfolio'],
} as const
